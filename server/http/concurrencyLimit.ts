import { Refusal } from './refusal.ts';

/**
 * Work that is heavy enough to be done by few at a time.
 * @param waitingMax who may wait for a turn; more are sent away for `retryAfter` seconds
 * @returns runs work in its turn; @throws Refusal unavailable when too many wait
 */
export const concurrencyLimit = ({ atOnce, waitingMax, retryAfter }: { atOnce: number; waitingMax: number; retryAfter: number }) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) throw new Refusal('unavailable', { retryAfter });
      // Whoever leaves hands its place on, so `running` does not change.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
