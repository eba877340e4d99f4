import { ApiError } from './api.ts';

/** Milliseconds from the last change to its save. */
const pause = 1200;
/** Milliseconds after which a change is saved although changes go on. */
const maxWait = 1700;
/** Milliseconds until the next attempt: 2, 4 and 8 s, then every 10 s. */
const retryDelay = (failures: number) => Math.min(1000 * 2 ** failures, 10_000);
/** No response, a timeout, a rate limit and a server error may pass; other refusals are final. */
const isRetryable = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429 || error.status === 408);

/** What is saved. The target knows its changes and the calls; the engine decides when to make them. */
export interface AutosaveTarget {
  /** Whether there are changes the server has not confirmed. */
  isDirty(): boolean;
  /** False while saving is paused or the session belongs to another user. */
  canSave(): boolean;
  /** Makes one attempt. @throws when it fails */
  save(): Promise<void>;
  /** Sends the changes while the page is being closed, without reading the reply. */
  saveOnLeave(): void;
  /** The page is visible again. */
  onVisible(): void;
  /** Attempts have ended, with or without a failure. */
  onSettled(): void;
  /** Goes on retrying after `stop`, for a target that outlives its screen. */
  retriesAfterStop?: boolean;
}

/**
 * Saves a target while it is being edited: after a pause, with one call in flight, again after passing failures, when the
 * page is hidden, when the network is back, and when the page is closed.
 */
export class Autosave {
  readonly #target: AutosaveTarget;
  #failure: { error: unknown; count: number } | null = null;
  #isStarted = false;
  #isRunning = false;
  /** Another attempt follows the one in flight. */
  #isRequested = false;
  #firstChangeAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(target: AutosaveTarget) {
    this.#target = target;
  }

  /** The error of the last attempt, null when it succeeded. */
  get failure(): { error: unknown } | null {
    return this.#failure;
  }

  /** Listens to the page and makes a first attempt. @returns stop, which sends unsaved changes */
  start(): () => void {
    this.#isStarted = true;
    const onVisibility = () => (document.visibilityState === 'hidden' ? this.flush() : this.#target.onVisible());
    const onOnline = () => this.#failure && this.run();
    const onPageHide = () => {
      if (this.#target.isDirty() && this.#target.canSave()) this.#target.saveOnLeave();
    };
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('online', onOnline);
    window.addEventListener('pagehide', onPageHide);
    this.run();
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('online', onOnline);
      window.removeEventListener('pagehide', onPageHide);
      this.flush();
      this.#isStarted = false;
      if (!this.#target.retriesAfterStop) clearTimeout(this.#timer);
    };
  }

  /** The target has changed: saves it after the pause. */
  schedule() {
    const now = Date.now();
    this.#firstChangeAt ||= now;
    this.#runAfter(Math.max(0, Math.min(pause, this.#firstChangeAt + maxWait - now)));
  }

  /** Saves unsaved changes now. */
  flush() {
    if (this.#target.isDirty()) this.run();
  }

  /** Makes an attempt now; while another is in flight, after it. */
  async run() {
    clearTimeout(this.#timer);
    this.#firstChangeAt = 0;
    this.#isRequested = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.#isRequested && this.#target.canSave()) {
        this.#isRequested = false;
        await this.#target.save();
      }
      this.#failure = null;
    } catch (error) {
      if (this.#target.canSave()) this.#fail(error);
    } finally {
      this.#isRunning = false;
      this.#target.onSettled();
    }
  }

  #fail(error: unknown) {
    this.#failure = { error, count: (this.#failure?.count ?? 0) + 1 };
    if (isRetryable(error) && (this.#isStarted || this.#target.retriesAfterStop)) this.#runAfter(retryDelay(this.#failure.count));
  }

  #runAfter(wait: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.run(), wait);
  }
}
