// WS2812 pixels at a pin: from the lengths of its pulses to the bytes of a frame.

const LATCH_NS = 50_000;
const LONGEST_PERIOD_NS = 5_000; // of a bit, with a pause while the program fills its queue
const ONE = 0.4; // high for longer than this part of a period; a 0 has 0.25 and a 1 0.56

export class PixelDecoder {
  /** @param {(atNs: number, bytes: number[]) => void} onFrame called when a frame is latched. */
  constructor(onFrame) {
    this.onFrame = onFrame;
    this.reset();
  }

  reset() {
    this.highs = []; // of the bits so far, in ns
    this.periodNs = LONGEST_PERIOD_NS; // the shortest so far
    this.roseNs = null;
    this.fellNs = 0;
  }

  edge(atNs, isHigh) {
    if (isHigh) {
      this.settle(atNs);
      if (this.roseNs !== null) {
        this.periodNs = Math.min(this.periodNs, atNs - this.roseNs);
      }
      this.roseNs = atNs;
    } else if (this.roseNs !== null) {
      this.highs.push(atNs - this.roseNs);
      this.fellNs = atNs;
    }
  }

  /** Latch what has come if the pin has been low for long enough. */
  settle(nowNs) {
    if (this.highs.length > 0 && nowNs - this.fellNs >= LATCH_NS) {
      const bits = this.highs.map((ns) => (ns > ONE * this.periodNs ? 1 : 0));
      const bytes = [];
      for (let at = 0; at + 8 <= bits.length; at += 8) {
        bytes.push(bits.slice(at, at + 8).reduce((value, bit) => value * 2 + bit, 0));
      }
      const latchedNs = this.fellNs + LATCH_NS;
      this.reset();
      this.onFrame(latchedNs, bytes);
    }
  }
}
