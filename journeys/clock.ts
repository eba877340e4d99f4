/**
 * Moves the clock by `offset` milliseconds: `new Date()` and `Date.now()` read the moved time, timers keep their lengths.
 * Self-contained, because it also runs in the browser.
 */
export const shiftClock = (offset: number): void => {
  const RealDate = Date;
  const now = () => RealDate.now() + offset;
  // A proxy, not a subclass: dates made by native code stay instances of Date.
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
};
