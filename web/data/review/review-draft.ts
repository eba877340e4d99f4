import type { QueryClient } from '@tanstack/react-query';
import { reviewCalls } from '#contract/review.ts';
import { ApiError, ask } from '../../lib/api.ts';
import { Autosave } from '../../lib/autosave.ts';
import { readStored, removeStored, store } from '../../lib/browserStorage.ts';
import { keepaliveIfSmall } from '../../lib/keepaliveTransport.ts';
import { readSession } from '../../lib/session.ts';
import { reviewQuery } from './review.ts';

/** Changes the server has not confirmed. Only these are sent, so that two windows do not undo each other's changes. */
export interface ReviewEdits {
  /** By criterion; null removes a score. */
  scores: Record<string, number | null>;
  comment?: string;
}
export interface ReviewDraftSnapshot {
  edits: ReviewEdits;
  /** Error messages of refused scores, by criterion. */
  refused: Record<string, string>;
  state: 'idle' | 'saving' | 'saved' | 'failed';
  error: unknown;
}

const isEmpty = ({ scores, comment }: ReviewEdits) => Object.keys(scores).length === 0 && comment === undefined;
// The word `verdict` stays: browsers hold drafts under this key.
const storageKey = (user: number, application: number) => `draft:verdict:${user}:${application}`;
const readEdits = (key: string): ReviewEdits => {
  try {
    const stored = JSON.parse(readStored(key) ?? 'null') as ReviewEdits | null;
    if (stored && typeof stored.scores === 'object' && stored.scores !== null) return stored;
  } catch {
    // Unreadable text counts as no edits.
  }
  return { scores: {} };
};
/** The edits that differ from those already sent. */
const withoutSent = (edits: ReviewEdits, sent: ReviewEdits): ReviewEdits => ({
  scores: Object.fromEntries(Object.entries(edits.scores).filter(([key, score]) => sent.scores[key] !== score)),
  ...(edits.comment === undefined || edits.comment === sent.comment ? {} : { comment: edits.comment }),
});

/** The user's own review of one application, saved while it is edited. A copy of unsaved edits stays in this browser. */
export class ReviewAutosave {
  readonly #client: QueryClient;
  readonly #application: number;
  readonly #key: string;
  readonly #autosave: Autosave;
  readonly #listeners = new Set<() => void>();
  #edits: ReviewEdits;
  #refused: Record<string, string> = {};
  #isSaved = false;
  #inFlight: ReviewEdits | null = null;
  #snapshot: ReviewDraftSnapshot;

  constructor(client: QueryClient, user: number, application: number) {
    this.#client = client;
    this.#application = application;
    this.#key = storageKey(user, application);
    this.#edits = readEdits(this.#key);
    this.#snapshot = { edits: this.#edits, refused: {}, state: 'idle', error: null };
    this.#autosave = new Autosave({
      isDirty: () => !isEmpty(this.#edits),
      canSave: () => readSession()?.user_id === user,
      save: () => this.#save(),
      saveOnLeave: () => {
        if (this.#inFlight !== this.#edits) this.#put(this.#edits).catch(() => {});
      },
      onVisible: () => this.#autosave.flush(),
      onSettled: () => this.#notify(),
      // The edits of a closed dialog are still to be saved.
      retriesAfterStop: true,
    });
  }

  /** The current state; the same object until it changes. */
  read = (): ReviewDraftSnapshot => this.#snapshot;
  /** Calls the listener at every change. @returns unsubscribe */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Sends edits left from before and begins to save. @returns stop, which sends unsaved edits */
  start = (): (() => void) => this.#autosave.start();

  /** Sets the score of a criterion, null removes it. */
  setScore = (criterion: number, score: number | null) => {
    const key = String(criterion);
    const { [key]: _, ...refused } = this.#refused;
    this.#refused = refused;
    this.#edit({ ...this.#edits, scores: { ...this.#edits.scores, [key]: score } });
  };
  setComment = (comment: string) => {
    this.#edit({ ...this.#edits, comment });
  };
  /** Sends unsaved edits now. */
  flush = () => this.#autosave.flush();

  #edit(edits: ReviewEdits) {
    this.#store(edits);
    this.#notify();
    this.#autosave.schedule();
  }

  #store(edits: ReviewEdits) {
    this.#edits = edits;
    if (isEmpty(edits)) removeStored(this.#key);
    else store(this.#key, JSON.stringify(edits));
  }

  #notify() {
    const { failure } = this.#autosave;
    const isDirty = !isEmpty(this.#edits);
    this.#snapshot = {
      edits: this.#edits,
      refused: this.#refused,
      state: isDirty ? (failure ? 'failed' : 'saving') : this.#isSaved ? 'saved' : 'idle',
      error: failure?.error ?? null,
    };
    for (const listener of this.#listeners) listener();
  }

  #put(edits: ReviewEdits) {
    return ask(reviewCalls.saveReview, {
      params: { application_id: this.#application },
      body: edits,
      transport: keepaliveIfSmall(JSON.stringify(edits)),
    });
  }

  async #save() {
    const sent = this.#edits;
    if (isEmpty(sent)) return;
    const { queryKey } = reviewQuery(this.#application);
    this.#inFlight = sent;
    this.#notify();
    try {
      const sheet = await this.#put(sent);
      // An older reply in flight must not replace this one.
      await this.#client.cancelQueries({ queryKey });
      this.#client.setQueryData(queryKey, sheet);
      // The list behind the dialog is fetched again when the dialog closes, not at every score.
      this.#client.invalidateQueries({ queryKey: ['applications', 'received'], refetchType: 'none' });
      this.#store(withoutSent(this.#edits, sent));
      this.#isSaved = true;
    } catch (error) {
      const scores = error instanceof ApiError ? (error.fields?.scores as Record<string, string[]> | undefined) : undefined;
      if (!scores || typeof scores !== 'object') throw error;
      // The criteria have changed: refused scores are shown beside their criteria and not sent again.
      this.#refused = Object.fromEntries(Object.entries(scores).map(([key, [message = '']]) => [key, message]));
      const refused = Object.fromEntries(Object.entries(sent.scores).filter(([key]) => this.#refused[key] !== undefined));
      this.#store(withoutSent(this.#edits, { scores: refused }));
      this.#isSaved = false;
      this.#client.invalidateQueries({ queryKey });
    } finally {
      this.#inFlight = null;
    }
    // Changes made meanwhile, or the rest of a refused body.
    this.#autosave.flush();
  }
}
