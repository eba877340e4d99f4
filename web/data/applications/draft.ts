import { type ApplicationDraft, applicationCalls } from '#contract/application.ts';
import { ApiError, ask } from '../../lib/api.ts';
import { keepaliveMaxBytes, keepaliveTransport } from '../../lib/keepaliveTransport.ts';
import { readSession } from '../../lib/session.ts';
import {
  type FormAnswers,
  hashText,
  readLocalDraft,
  reconcile,
  removeLocalDraft,
  type StoredAnswers,
  serializeAnswers,
  storeLocalDraft,
  toStoredAnswers,
} from './local-draft.ts';

/** Milliseconds: saved after a rest this long, and however long somebody types without one, after this much. */
const rest = 1200;
const atMost = 1700;
/** A server that does not answer at first is not waited for any longer before one may type. */
const patience = 3000;
/** Tried again after 2 s, 4 s, 8 s and from then on every 10 s. */
const waitAfter = (failures: number) => Math.min(1000 * 2 ** failures, 10_000);
export type SaveState =
  | { is: 'nothing' }
  | { is: 'saving' }
  /** The server has all of it. @property at when it said so */
  | { is: 'saved'; at: string }
  | { is: 'failed'; error: unknown; inBrowser: boolean }
  /** The server's draft could not be read yet; nothing was typed here. */
  | { is: 'unread' };

export interface DraftView {
  /** The fields may be filled. */
  isOpen: boolean;
  state: SaveState;
  /** The draft as it was changed elsewhere; nothing is saved until one of the two is chosen. */
  conflict: ApplicationDraft | null;
}

interface Holder {
  /** Other answers than those typed here are to be shown. */
  adopt(answers: StoredAnswers): void;
  show(view: DraftView): void;
}

const mayPass = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429 || error.status === 408);

/**
 * Keeps the answers of one application on the server while they are typed. One call is in flight at a time; each carries
 * the version of the last reply, so that nothing changed elsewhere is ever overwritten unseen.
 */
export class DraftKeeper {
  readonly #person: number;
  readonly #opportunity: number;
  #holder: Holder | null = null;
  #current: StoredAnswers;
  /** The text the server has confirmed, null when that is not known. */
  #saved: string | null;
  #savedAt: string | null = null;
  #version: number;
  #sent: number[];
  /** What the server has was asked since this keeper began. */
  #isRead = false;
  #isOpen = false;
  #mustRead = true;
  #conflict: ApplicationDraft | null = null;
  #failure: { error: unknown; count: number } | null = null;
  #inBrowser = true;
  #running = false;
  #again = false;
  #inFlight: string | null = null;
  #abort: AbortController | null = null;
  /** An application is being sent: drafts wait, or it is sent and there are none any more. */
  #held = false;
  #changedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #opening: ReturnType<typeof setTimeout> | undefined;

  constructor(person: number, opportunity: number) {
    this.#person = person;
    this.#opportunity = opportunity;
    const copy = readLocalDraft(person, opportunity);
    this.#current = copy?.answers ?? {};
    this.#saved = !copy || copy.saved ? serializeAnswers(this.#current) : null;
    this.#version = copy?.version ?? 0;
    this.#sent = copy?.sent ?? [];
  }

  /** What was typed in this browser, until the server says what it has. */
  get answers(): StoredAnswers {
    return this.#current;
  }
  get view(): DraftView {
    return { isOpen: this.#isOpen, state: this.#state(), conflict: this.#conflict };
  }

  /** Begins; @returns ends it, sending what is not sent yet */
  start(holder: Holder): () => void {
    this.#holder = holder;
    this.#opening = setTimeout(() => this.#open(), patience);
    const hidden = () => (document.visibilityState === 'hidden' ? this.flush() : this.#lookAgain());
    const online = () => this.#failure && this.#run();
    const left = () => this.#leave();
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('online', online);
    window.addEventListener('pagehide', left);
    this.#run();
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('online', online);
      window.removeEventListener('pagehide', left);
      clearTimeout(this.#opening);
      this.flush();
      this.#holder = null;
      clearTimeout(this.#timer);
    };
  }

  /** Called at every change of the form. */
  typed(answers: FormAnswers) {
    const next = toStoredAnswers(answers);
    if (this.#held || serializeAnswers(next) === serializeAnswers(this.#current)) return;
    this.#current = next;
    this.#keep();
    this.#show();
    if (!this.#isClean && !this.#conflict) this.#schedule();
  }

  /** Sends at once what is not sent yet. */
  flush() {
    if (!this.#isClean) this.#run();
  }

  choose(whose: 'mine' | 'theirs') {
    const theirs = this.#conflict;
    if (!theirs) return;
    this.#conflict = null;
    this.#confirmed(theirs);
    if (whose === 'theirs') this.#adopt(theirs.answers);
    this.#keep();
    this.#show();
    this.#run();
  }

  /** The application itself is being sent. */
  hold() {
    this.#held = true;
    clearTimeout(this.#timer);
    this.#abort?.abort();
  }
  /** It could not be sent. */
  release() {
    this.#held = false;
    this.flush();
  }
  /** It is sent, and the draft with it. */
  finish() {
    this.#held = true;
    removeLocalDraft(this.#person, this.#opportunity);
  }

  get #isClean() {
    return serializeAnswers(this.#current) === this.#saved;
  }
  /** The phone may have gone on to somebody else, whose answers these are not. */
  get #isTheirs() {
    return readSession()?.user_id === this.#person;
  }

  #state(): SaveState {
    if (this.#conflict) return { is: 'nothing' };
    if (this.#failure && !this.#isRead && this.#isClean) return { is: 'unread' };
    if (this.#failure && !this.#isClean) return { is: 'failed', error: this.#failure.error, inBrowser: this.#inBrowser };
    if (!this.#isClean) return { is: 'saving' };
    return this.#isRead && this.#version > 0 && this.#savedAt ? { is: 'saved', at: this.#savedAt } : { is: 'nothing' };
  }
  #show() {
    this.#holder?.show(this.view);
  }
  #open() {
    clearTimeout(this.#opening);
    this.#isOpen = true;
    this.#show();
  }
  #adopt(answers: StoredAnswers) {
    if (serializeAnswers(answers) === serializeAnswers(this.#current)) return;
    this.#current = answers;
    this.#holder?.adopt(answers);
  }
  #keep() {
    if (!this.#holder || this.#held || !this.#isTheirs) return;
    this.#inBrowser = storeLocalDraft(this.#person, this.#opportunity, {
      answers: this.#current,
      version: this.#version,
      saved: this.#isClean,
      sent: this.#sent,
    });
  }

  #schedule(wait = rest) {
    const now = Date.now();
    this.#changedAt ||= now;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), Math.max(0, Math.min(wait, this.#changedAt + atMost - now)));
  }

  /** Brings server and browser together; while it does, whoever calls again is served afterwards. */
  async #run() {
    clearTimeout(this.#timer);
    this.#changedAt = 0;
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    try {
      while (this.#again && !this.#held && this.#isTheirs) {
        this.#again = false;
        if (this.#mustRead) await this.#read();
        if (!this.#conflict && !this.#isClean) await this.#save();
      }
      this.#failure = null;
    } catch (error) {
      if (!this.#held) this.#failed(error);
    } finally {
      this.#running = false;
      if (!this.#isOpen) this.#open();
      else this.#show();
    }
  }

  #failed(error: unknown) {
    this.#failure = { error, count: (this.#failure?.count ?? 0) + 1 };
    if (!this.#holder || !mayPass(error)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), waitAfter(this.#failure.count));
  }

  async #read() {
    const theirs = await ask(applicationCalls.draft, { params: { opportunity_id: this.#opportunity } });
    const local = { answers: this.#current, version: this.#version, saved: this.#isClean, sent: this.#sent };
    const whose = reconcile(local, theirs);
    if (whose === 'conflict') {
      this.#conflict = theirs;
      return;
    }
    this.#mustRead = false;
    this.#confirmed(theirs);
    if (whose === 'server') this.#adopt(theirs.answers);
    if (theirs.version > 0) this.#keep();
  }

  async #save() {
    const answers = this.#current;
    const text = serializeAnswers(answers);
    this.#inFlight = text;
    this.#abort = new AbortController();
    try {
      const reply = await this.#put(answers, this.#abort.signal);
      this.#confirmed({ ...reply, answers });
      this.#keep();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'draft_conflict') throw error;
      this.#mustRead = true;
      this.#again = true;
    } finally {
      this.#inFlight = null;
    }
  }

  #put(answers: StoredAnswers, signal?: AbortSignal) {
    const text = serializeAnswers(answers);
    const mark = hashText(text);
    if (!this.#sent.includes(mark)) this.#sent.push(mark);
    this.#keep();
    return ask(applicationCalls.saveDraft, {
      params: { opportunity_id: this.#opportunity },
      body: { answers, version: this.#version },
      // UTF-8 takes at most three bytes for one of these characters.
      ...(text.length * 3 < keepaliveMaxBytes ? { transport: keepaliveTransport } : {}),
      ...(signal ? { signal } : {}),
    });
  }

  #confirmed({ answers, version, updated_at }: ApplicationDraft) {
    this.#isRead = true;
    this.#mustRead = false;
    this.#version = version;
    this.#saved = serializeAnswers(answers);
    this.#savedAt = updated_at;
    this.#sent = [];
  }

  /** The page is going away: no reply will be read. */
  #leave() {
    const text = serializeAnswers(this.#current);
    if (this.#isClean || this.#held || this.#conflict || !this.#isTheirs || this.#inFlight === text) return;
    // With one still in flight either may arrive first; the other is refused, and this browser knows both for its own.
    this.#put(this.#current).catch(() => {});
  }

  /** Back at the page: another device may have gone on meanwhile. */
  #lookAgain() {
    if (!this.#isClean || this.#conflict || this.#held) return;
    this.#mustRead = true;
    this.#run();
  }
}
