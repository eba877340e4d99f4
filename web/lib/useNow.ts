import { useEffect, useState } from 'react';

/** The time now in milliseconds, again with every tick. @param tick milliseconds */
export const useNow = (tick: number): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tick);
    return () => clearInterval(timer);
  }, [tick]);
  return now;
};
