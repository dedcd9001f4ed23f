"""A virtual board that runs the real firmware files."""

try:
    from pkgutil import extend_path
except ImportError:  # MicroPython, in which some of it is tested
    pass
else:
    # A folder of this name without `__init__.py` in another project can be imported from as well.
    __path__ = extend_path([], __name__)
