import { useEffect, useState } from 'react';

/** The value as it was when it last rested for this long, in milliseconds. */
export const useDebounced = <Value>(value: Value, rest: number): Value => {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return rested;
};
