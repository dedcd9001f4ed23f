// @ts-check
// The heartbeat of a line: a line that has died with a network, or while the computer slept, stays
// open for a script, and nothing comes.

/** The program says at least this often that it is there (`BEAT_S` of host/ui/web/heartbeat.py). */
const BEAT_MS = 5000;
/** Two of these may be late or lost. */
const SILENCE_MS = 2 * BEAT_MS + 2000;
/** Time for an answer to a question whether the program is there. */
const ANSWER_MS = 3000;

export const BEAT = '{"t":"beat"}';

export class Heartbeat {
  /** @param {(unanswered: boolean) => void} onDeath called when nothing is heard any more: true if a question was unanswered */
  constructor(onDeath) {
    this.onDeath = onDeath;
    this.timer = 0;
    /** True once the program has been heard to beat; one that plays in this page does not. */
    this.beats = false;
    this.heardMs = 0;
    this.askedMs = 0;
    addEventListener("pageshow", () => this.look());
    document.addEventListener("visibilitychange", () => this.look());
  }

  /** Begin with a new line. */
  begin() {
    this.stop();
    this.heardMs = Date.now();
  }

  /** Wait for nothing: there is no line. */
  stop() {
    clearTimeout(this.timer);
    this.beats = false;
    this.askedMs = 0;
  }

  /**
   * Take note that something has come; true if that was a beat, and nothing else.
   * @param {unknown} data
   */
  heard(data) {
    this.heardMs = Date.now();
    this.askedMs = 0;
    const isBeat = data === BEAT;
    if (isBeat && !this.beats) {
      this.beats = true;
      this.look();
    }
    return isBeat;
  }

  /**
   * Expect an answer soon: something was asked for, or the network is another one.
   * @param {(question: string) => void} send
   */
  expect(send) {
    if (!this.beats || this.askedMs) return;
    this.askedMs = Date.now();
    send(BEAT);
    this.look();
  }

  /** See if the time is over, also after a sleep in which no timer ran. */
  look() {
    if (!this.beats) return;
    clearTimeout(this.timer);
    const asked = this.askedMs > 0;
    const dueMs = asked ? this.askedMs + ANSWER_MS : this.heardMs + SILENCE_MS;
    const leftMs = dueMs - Date.now();
    if (leftMs > 0) {
      this.timer = setTimeout(() => this.look(), leftMs);
    } else {
      this.stop();
      this.onDeath(asked);
    }
  }
}
