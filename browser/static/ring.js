// @ts-check
// A pipe of bytes between two workers in shared memory: one writes, the other may wait for bytes.

const WRITTEN = 0;
const READ = 1;
const HEADER_BYTES = 8;

/** @param {number} size of the buffer, in bytes; no write may be longer */
export const ringMemory = (size) => new SharedArrayBuffer(HEADER_BYTES + size);

export class Ring {
  /** @param {SharedArrayBuffer} memory of `ringMemory` */
  constructor(memory) {
    // Both counts go on for ever, and wrap at 2**32.
    this.counts = new Int32Array(memory, 0, 2);
    this.bytes = new Uint8Array(memory, HEADER_BYTES);
  }

  /** Bytes that wait to be read. */
  get available() {
    return (Atomics.load(this.counts, WRITTEN) - Atomics.load(this.counts, READ)) >>> 0;
  }

  /** True after the end, from whichever side: more has been written then than there is room for. */
  get ended() {
    return this.available > this.bytes.length;
  }

  /** End it: the reader finds nothing more, even if it waits now. */
  end() {
    Atomics.add(this.counts, WRITTEN, this.bytes.length + 1);
    Atomics.notify(this.counts, WRITTEN);
  }

  /**
   * Write bytes.  Throws if they find no room, as then the reader has stopped reading.
   * @param {Uint8Array} data
   */
  write(data) {
    const size = this.bytes.length;
    if (data.length > size - this.available) throw new Error("the worker reads nothing any more");
    const at = (Atomics.load(this.counts, WRITTEN) >>> 0) % size;
    const first = data.subarray(0, size - at);
    this.bytes.set(first, at);
    this.bytes.set(data.subarray(first.length), 0);
    Atomics.add(this.counts, WRITTEN, data.length);
    Atomics.notify(this.counts, WRITTEN);
  }

  /**
   * Wait for bytes.
   * @param {number} count
   * @returns {Uint8Array<ArrayBuffer>} empty after the end
   */
  read(count) {
    for (;;) {
      const written = Atomics.load(this.counts, WRITTEN);
      if (this.ended) return new Uint8Array(0);
      if ((written - Atomics.load(this.counts, READ)) >>> 0 >= count) break;
      Atomics.wait(this.counts, WRITTEN, written);
    }
    const size = this.bytes.length;
    const at = (Atomics.load(this.counts, READ) >>> 0) % size;
    const data = new Uint8Array(count);
    const first = this.bytes.subarray(at, Math.min(at + count, size));
    data.set(first);
    data.set(this.bytes.subarray(0, count - first.length), first.length);
    Atomics.add(this.counts, READ, count);
    return data;
  }
}
