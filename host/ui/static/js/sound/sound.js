// @ts-check
// Short sounds, synthesised, so that no file is needed.

import { EARCONS, earcons, heard, runsShort } from "./earcons.js";

/** @typedef {import("./earcons.js").Earcon} Earcon */

/** Time in which a tone dies away: the next one of its earcon begins before. */
const LENGTH_S = 0.22;
const LOUDNESS = 0.16;
/** Time in which earcons are collected that belong together, as a notice comes before its state. */
const GATHER_MS = 60;
/** Time after a sound in which the next one begins at once; then the computer's audio may rest. */
const AWAKE_MS = 2000;

export class Sound {
  constructor() {
    this.on = false;
    /** @type {AudioContext | null} */
    this.audio = null;
    this.resting = 0;
    /** Earcons that are due. @type {Set<Earcon>} */
    this.due = new Set();
    /** @type {import("../types.js").ClockMessage | null} */
    this.clock = null;
  }

  /**
   * Tell a new state of the match, as of `earcons`.
   * @param {Parameters<typeof earcons>} states
   */
  follow(...states) {
    for (const name of earcons(...states)) this.tell(name);
  }

  /** Tell a time that runs short. @param {import("../types.js").ClockMessage} clock */
  followClock(clock) {
    if (runsShort(this.clock, clock)) this.tell("clock");
    this.clock = clock;
  }

  /** Play an earcon, after those that came just before it. @param {Earcon} name */
  tell(name) {
    if (this.due.size === 0) setTimeout(() => this.flush(), GATHER_MS);
    this.due.add(name);
  }

  flush() {
    let begin = 0;
    for (const name of heard(this.due)) begin += this.play(name, begin);
    this.due.clear();
  }

  /**
   * Play an earcon at once, or in so many seconds; return how long it takes, in s.
   * @param {Earcon} name @param {number} [begin]
   */
  play(name, begin = 0) {
    // Browsers allow no sound before the first touch, and say so.
    if (!this.on || !navigator.userActivation.hasBeenActive) return 0;
    const audio = (this.audio ??= new AudioContext());
    const tones = EARCONS[name];
    const length = tones[tones.length - 1][1] + LENGTH_S;
    void audio.resume();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => void audio.suspend(), 1000 * (begin + length) + AWAKE_MS);
    for (const [frequency, offset] of tones) {
      const at = audio.currentTime + begin + offset;
      const tone = new OscillatorNode(audio, { frequency, type: "triangle" });
      const gain = new GainNode(audio, { gain: 0 });
      gain.gain.setValueAtTime(LOUDNESS, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + LENGTH_S);
      tone.connect(gain).connect(audio.destination);
      tone.start(at);
      tone.stop(at + LENGTH_S);
    }
    return length;
  }
}
