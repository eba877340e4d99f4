import { Refusal } from './refusal.ts';

/**
 * Limits how many runs of an expensive operation are in progress at the same time; further runs wait in order.
 * @param maxRunning runs in progress
 * @param maxWaiting runs in the queue
 * @param retryAfter seconds after which a rejected caller should try again
 * @returns a function that runs `work` within the limit and throws Refusal `unavailable` when the queue is full
 */
export const concurrencyLimit = ({
  maxRunning,
  maxWaiting,
  retryAfter,
}: {
  maxRunning: number;
  maxWaiting: number;
  retryAfter: number;
}) => {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= maxRunning) {
      if (queue.length >= maxWaiting) throw new Refusal('unavailable', { retryAfter });
      // The slot passes to the next waiter, so `running` does not change.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
