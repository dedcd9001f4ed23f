// @ts-check
// Full screen, and a screen that stays on while a match is played.

/** Fill the screen with the page, or leave it. */
export async function toggleFullScreen() {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await document.documentElement.requestFullscreen?.();
}

/** Keeps the screen on, where the browser can. */
export class WakeLock {
  constructor() {
    this.wanted = false;
    /** @type {WakeLockSentinel | null} */
    this.lock = null;
    // A page that was hidden loses it.
    document.addEventListener("visibilitychange", () => this.update());
  }

  /** @param {boolean} wanted true while a match is played */
  keep(wanted) {
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    this.update();
  }

  async update() {
    const visible = document.visibilityState === "visible";
    if (!this.wanted) {
      await this.lock?.release();
      this.lock = null;
    } else if (visible && (!this.lock || this.lock.released)) {
      try {
        this.lock = (await navigator.wakeLock?.request("screen")) ?? null;
      } catch {
        // Refused, as on a low battery: then the screen may go dark.
      }
    }
  }
}
