// @ts-check
// Four short sounds, synthesised, so that no file is needed.

/** Frequencies in Hz and when each begins, in s. @type {Record<string, [number, number][]>} */
const TUNES = {
  lift: [[520, 0]],
  put: [[170, 0]],
  good: [
    [523, 0],
    [659, 0.12],
    [784, 0.24],
  ],
  warn: [
    [196, 0],
    [185, 0.09],
  ],
};
const LENGTH_S = 0.22;
const LOUDNESS = 0.16;

export class Sound {
  constructor() {
    this.on = false;
    /** @type {AudioContext | null} */
    this.audio = null;
  }

  /** @param {keyof typeof TUNES} name */
  play(name) {
    // Browsers allow no sound before the first touch, and say so.
    if (!this.on || !navigator.userActivation.hasBeenActive) return;
    this.audio ??= new AudioContext();
    for (const [frequency, begin] of TUNES[name]) {
      const at = this.audio.currentTime + begin;
      const tone = new OscillatorNode(this.audio, { frequency, type: "triangle" });
      const gain = new GainNode(this.audio, { gain: 0 });
      gain.gain.setValueAtTime(LOUDNESS, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + LENGTH_S);
      tone.connect(gain).connect(this.audio.destination);
      tone.start(at);
      tone.stop(at + LENGTH_S);
    }
  }
}
