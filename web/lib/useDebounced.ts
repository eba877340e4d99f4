import { useEffect, useState } from 'react';

/** The last value that did not change for `delay` milliseconds. */
export const useDebounced = <Value>(value: Value, delay: number): Value => {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return debounced;
};
