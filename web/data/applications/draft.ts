import { type ApplicationDraft, applicationCalls } from '#contract/application.ts';
import { ApiError, ask } from '../../lib/api.ts';
import { Autosave } from '../../lib/autosave.ts';
import { keepaliveIfSmall } from '../../lib/keepaliveTransport.ts';
import { readSession } from '../../lib/session.ts';
import {
  type FormAnswers,
  hashText,
  type LocalDraft,
  readLocalDraft,
  reconcile,
  removeLocalDraft,
  type StoredAnswers,
  serializeAnswers,
  storeLocalDraft,
  toStoredAnswers,
} from './local-draft.ts';

/** Milliseconds: the fields open after this wait even when the server's draft has not come. */
const maxOpeningWait = 3000;

export type SaveStatus =
  | { is: 'idle' }
  | { is: 'saving' }
  /** The server has all answers. @property at when it confirmed them */
  | { is: 'saved'; at: string }
  | { is: 'failed'; error: unknown; inBrowser: boolean }
  /** The server's draft could not be read yet, and nothing was typed. */
  | { is: 'unread' };

export interface DraftSnapshot {
  /** The fields may be filled in. */
  isReady: boolean;
  status: SaveStatus;
  /** The server's draft, changed elsewhere; nothing is saved until `resolveConflict`. */
  conflict: ApplicationDraft | null;
}

interface DraftListener {
  /** The form must show these answers instead of its current values. */
  onReplace(answers: StoredAnswers): void;
  onChange(snapshot: DraftSnapshot): void;
}

/**
 * The draft of one application, saved on the server while it is typed. Every save carries the version of the last reply,
 * so that a change made elsewhere is never overwritten unseen. A copy stays in this browser.
 */
export class DraftAutosave {
  readonly #user: number;
  readonly #opportunity: number;
  readonly #autosave: Autosave;
  #listener: DraftListener | null = null;
  #answers: StoredAnswers;
  /** Serialized answers the server has confirmed, null when unknown. */
  #saved: string | null;
  #savedAt: string | null = null;
  #version: number;
  /** Hashes of what was sent without a reply. */
  #sent: number[];
  /** The server's draft is known. */
  #isRead = false;
  #mustRead = true;
  #isReady = false;
  #conflict: ApplicationDraft | null = null;
  #isInBrowser = true;
  #inFlight: string | null = null;
  #abort: AbortController | null = null;
  /** The application is being sent or has been sent. */
  #isPaused = false;
  #openingTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(user: number, opportunity: number) {
    this.#user = user;
    this.#opportunity = opportunity;
    const copy = readLocalDraft(user, opportunity);
    this.#answers = copy?.answers ?? {};
    this.#saved = !copy || copy.saved ? serializeAnswers(this.#answers) : null;
    this.#version = copy?.version ?? 0;
    this.#sent = copy?.sent ?? [];
    this.#autosave = new Autosave({
      isDirty: () => !this.#isClean,
      // The phone may be in the hands of another user by now.
      canSave: () => !this.#isPaused && this.#isOwnSession,
      save: () => this.#synchronize(),
      saveOnLeave: () => this.#saveOnLeave(),
      onVisible: () => this.#readAgain(),
      onSettled: () => (this.#isReady ? this.#notify() : this.#open()),
    });
  }

  /** The answers stored in this browser, until the server's are known. */
  get answers(): StoredAnswers {
    return this.#answers;
  }
  get snapshot(): DraftSnapshot {
    return { isReady: this.#isReady, status: this.#status(), conflict: this.#conflict };
  }

  /** Reads the server's draft and begins to save. @returns stop, which sends unsaved answers */
  start(listener: DraftListener): () => void {
    this.#listener = listener;
    this.#openingTimer = setTimeout(() => this.#open(), maxOpeningWait);
    const stop = this.#autosave.start();
    return () => {
      clearTimeout(this.#openingTimer);
      stop();
      this.#listener = null;
    };
  }

  /** Takes over the answers of the form; call it at every change. */
  update(form: FormAnswers) {
    const answers = toStoredAnswers(form);
    if (this.#isPaused || serializeAnswers(answers) === serializeAnswers(this.#answers)) return;
    this.#answers = answers;
    this.#storeLocally();
    this.#notify();
    if (!this.#isClean && !this.#conflict) this.#autosave.schedule();
  }

  /** Sends unsaved answers now. */
  flush() {
    this.#autosave.flush();
  }

  /** Continues with the answers of this browser or with those of the server. */
  resolveConflict(winner: 'local' | 'server') {
    const server = this.#conflict;
    if (!server) return;
    this.#conflict = null;
    this.#confirm(server);
    if (winner === 'server') this.#replaceAnswers(server.answers);
    this.#storeLocally();
    this.#notify();
    this.#autosave.run();
  }

  /** Stops saving while the application itself is sent. */
  pause() {
    this.#isPaused = true;
    this.#abort?.abort();
  }
  /** Saves again: the application could not be sent. */
  resume() {
    this.#isPaused = false;
    this.flush();
  }
  /** The application is sent, and the server has removed its draft: removes the copy. */
  finish() {
    this.#isPaused = true;
    removeLocalDraft(this.#user, this.#opportunity);
  }

  get #isClean() {
    return serializeAnswers(this.#answers) === this.#saved;
  }
  get #isOwnSession() {
    return readSession()?.user_id === this.#user;
  }

  #status(): SaveStatus {
    const { failure } = this.#autosave;
    if (this.#conflict) return { is: 'idle' };
    if (failure && !this.#isRead && this.#isClean) return { is: 'unread' };
    if (failure && !this.#isClean) return { is: 'failed', error: failure.error, inBrowser: this.#isInBrowser };
    if (!this.#isClean) return { is: 'saving' };
    return this.#isRead && this.#version > 0 && this.#savedAt ? { is: 'saved', at: this.#savedAt } : { is: 'idle' };
  }
  #notify() {
    this.#listener?.onChange(this.snapshot);
  }
  #open() {
    clearTimeout(this.#openingTimer);
    this.#isReady = true;
    this.#notify();
  }
  #replaceAnswers(answers: StoredAnswers) {
    if (serializeAnswers(answers) === serializeAnswers(this.#answers)) return;
    this.#answers = answers;
    this.#listener?.onReplace(answers);
  }

  #copy(): LocalDraft {
    return { answers: this.#answers, version: this.#version, saved: this.#isClean, sent: this.#sent };
  }
  #storeLocally() {
    if (!this.#listener || this.#isPaused || !this.#isOwnSession) return;
    this.#isInBrowser = storeLocalDraft(this.#user, this.#opportunity, this.#copy());
  }

  async #synchronize() {
    if (this.#mustRead) await this.#read();
    if (!this.#conflict && !this.#isClean) await this.#save();
  }

  async #read() {
    const server = await ask(applicationCalls.draft, { params: { opportunity_id: this.#opportunity } });
    const winner = reconcile(this.#copy(), server);
    if (winner === 'conflict') {
      this.#conflict = server;
      return;
    }
    this.#confirm(server);
    if (winner === 'server') this.#replaceAnswers(server.answers);
    if (server.version > 0) this.#storeLocally();
  }

  async #save() {
    const answers = this.#answers;
    this.#inFlight = serializeAnswers(answers);
    this.#abort = new AbortController();
    try {
      const reply = await this.#put(answers, this.#abort.signal);
      this.#confirm({ ...reply, answers });
      this.#storeLocally();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'draft_conflict') throw error;
      this.#mustRead = true;
      this.#autosave.run();
    } finally {
      this.#inFlight = null;
    }
  }

  #put(answers: StoredAnswers, signal?: AbortSignal) {
    const text = serializeAnswers(answers);
    const hash = hashText(text);
    if (!this.#sent.includes(hash)) this.#sent.push(hash);
    this.#storeLocally();
    return ask(applicationCalls.saveDraft, {
      params: { opportunity_id: this.#opportunity },
      body: { answers, version: this.#version },
      transport: keepaliveIfSmall(text),
      ...(signal ? { signal } : {}),
    });
  }

  #confirm({ answers, version, updated_at }: ApplicationDraft) {
    this.#isRead = true;
    this.#mustRead = false;
    this.#version = version;
    this.#saved = serializeAnswers(answers);
    this.#savedAt = updated_at;
    this.#sent = [];
  }

  #saveOnLeave() {
    if (this.#conflict || this.#inFlight === serializeAnswers(this.#answers)) return;
    // Either of two calls in flight may arrive first and the other is refused. `sent` has the hashes of both.
    this.#put(this.#answers).catch(() => {});
  }

  /** Another device may have changed the draft while this page was hidden. */
  #readAgain() {
    if (!this.#isClean || this.#conflict || this.#isPaused) return;
    this.#mustRead = true;
    this.#autosave.run();
  }
}
