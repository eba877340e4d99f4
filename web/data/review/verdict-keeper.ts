import type { QueryClient } from '@tanstack/react-query';
import { reviewCalls } from '#contract/review.ts';
import { ApiError, ask } from '../../lib/api.ts';
import { readStored, removeStored, store } from '../../lib/browserStorage.ts';
import { keepaliveTransport } from '../../lib/keepaliveTransport.ts';
import { reviewQuery } from './review.ts';

/** Milliseconds: what is typed is saved after a rest this long, or as soon as its field is left. */
const rest = 1200;
/** Tried again after 2 s, 4 s, 8 s and from then on every 10 s. */
const waitAfter = (failures: number) => Math.min(1000 * 2 ** failures, 10_000);

/** What was given here and the server has not confirmed: only this is sent, so that two windows do not undo each other. */
export interface Edits {
  /** By criterion; null takes a score back. */
  scores: Record<string, number | null>;
  comment?: string;
}
export interface VerdictView {
  edits: Edits;
  /** What the server said of a score, by criterion. */
  refused: Record<string, string>;
  state: 'nothing' | 'saving' | 'saved' | 'failed';
  error: unknown;
}

const isEmpty = ({ scores, comment }: Edits) => Object.keys(scores).length === 0 && comment === undefined;
const keptUnder = (person: number, application: number) => `draft:verdict:${person}:${application}`;
const readKept = (key: string): Edits => {
  try {
    const found = JSON.parse(readStored(key) ?? 'null') as Edits | null;
    if (found && typeof found.scores === 'object' && found.scores !== null) return found;
  } catch {
    // Unreadable: nothing was given.
  }
  return { scores: {} };
};
/** What is left of the edits once these have arrived. */
const without = (edits: Edits, sent: Edits): Edits => ({
  scores: Object.fromEntries(Object.entries(edits.scores).filter(([key, score]) => sent.scores[key] !== score)),
  ...(edits.comment === undefined || edits.comment === sent.comment ? {} : { comment: edits.comment }),
});
const mayPass = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429);

/**
 * One's own verdict about one application, saved while it is given. One call is in flight at a time; what it does not
 * confirm stays in this browser and is sent again.
 */
export class VerdictKeeper {
  readonly #client: QueryClient;
  readonly #application: number;
  readonly #key: string;
  #view: VerdictView;
  #running = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(client: QueryClient, person: number, application: number) {
    this.#client = client;
    this.#application = application;
    this.#key = keptUnder(person, application);
    this.#view = { edits: readKept(this.#key), refused: {}, state: 'nothing', error: null };
  }

  read = (): VerdictView => this.#view;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Begins; @returns ends it, sending what is not sent yet */
  start = (): (() => void) => {
    const looked = () => this.#send(document.visibilityState === 'hidden');
    const left = () => this.#send(true);
    document.addEventListener('visibilitychange', looked);
    window.addEventListener('online', this.save);
    window.addEventListener('pagehide', left);
    this.save();
    return () => {
      document.removeEventListener('visibilitychange', looked);
      window.removeEventListener('online', this.save);
      window.removeEventListener('pagehide', left);
      this.save();
    };
  };

  score = (criterion: number, score: number | null) => {
    const key = String(criterion);
    const { [key]: _, ...refused } = this.#view.refused;
    this.#edit({ ...this.#view.edits, scores: { ...this.#view.edits.scores, [key]: score } }, refused);
  };

  say = (comment: string) => {
    this.#edit({ ...this.#view.edits, comment });
  };

  /** Sends at once what is not sent yet. */
  save = () => this.#send(false);

  #edit(edits: Edits, refused = this.#view.refused) {
    this.#keep(edits);
    this.#show({ edits, refused, state: 'saving', error: null });
    this.#later(rest);
  }

  #keep(edits: Edits) {
    if (isEmpty(edits)) removeStored(this.#key);
    else store(this.#key, JSON.stringify(edits));
  }

  #show(change: Partial<VerdictView>) {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }

  #later(wait: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.save, wait);
  }

  async #send(leaving: boolean) {
    const sent = this.#view.edits;
    if (isEmpty(sent) || (this.#running && !leaving)) return;
    clearTimeout(this.#timer);
    this.#running = true;
    this.#show({ state: 'saving', error: null });
    try {
      const sheet = await ask(reviewCalls.saveReview, {
        params: { application_id: this.#application },
        body: sent,
        ...(leaving ? { transport: keepaliveTransport } : {}),
      });
      const { queryKey } = reviewQuery(this.#application);
      // An older answer under way must not come after this one.
      await this.#client.cancelQueries({ queryKey });
      this.#client.setQueryData(queryKey, sheet);
      // The list behind the dialog is read again when the dialog closes, not at every score.
      this.#client.invalidateQueries({ queryKey: ['applications', 'received'], refetchType: 'none' });
      const edits = without(this.#view.edits, sent);
      this.#failures = 0;
      this.#keep(edits);
      this.#show({ edits, state: isEmpty(edits) ? 'saved' : 'saving' });
    } catch (error) {
      this.#failed(error, sent);
    }
    this.#running = false;
    if (this.#view.state === 'saving') this.save();
  }

  #failed(error: unknown, sent: Edits) {
    this.#failures += 1;
    const scores = error instanceof ApiError ? (error.fields?.scores as Record<string, string[]> | undefined) : undefined;
    if (scores && typeof scores === 'object') {
      // The criteria have changed meanwhile: what they no longer take is said beside them and not sent again.
      const refused = Object.fromEntries(Object.entries(scores).map(([key, [message = '']]) => [key, message]));
      const given = Object.fromEntries(Object.entries(sent.scores).filter(([key]) => refused[key] !== undefined));
      const edits = without(this.#view.edits, { scores: given });
      this.#keep(edits);
      this.#show({ edits, refused, state: isEmpty(edits) ? 'nothing' : 'saving', error: null });
      this.#client.invalidateQueries({ queryKey: reviewQuery(this.#application).queryKey });
      return;
    }
    this.#show({ state: 'failed', error });
    if (mayPass(error)) this.#later(waitAfter(this.#failures));
  }
}
