import { type RefObject, useEffect, useRef } from 'react';

/** Going back is answered later; whoever wants a step of their own waits for it. */
let returning: Promise<void> | null = null;
const stepBack = () => {
  returning = new Promise((resolve) => {
    window.addEventListener(
      'popstate',
      () => {
        returning = null;
        resolve();
      },
      { once: true },
    );
  });
  window.history.back();
};

/** Whether the newest entry of the history carries this mark. */
export const isTopHistoryEntry = (mark: string): boolean => (window.history.state as Record<string, unknown> | null)?.[mark] === true;

/**
 * While `active`, the page stands in the history twice: the phone's Back leads to the same address, `onBack` hears of it,
 * and nothing has been taken down yet. @param mark names the second entry; steps of different marks may lie upon each other
 * @returns set it to true before leaving on purpose: the second entry is then left alone
 */
export const useBackButton = (active: boolean, mark: string, onBack: () => void): RefObject<boolean> => {
  const letGo = useRef(false);
  const heard = useRef(onBack);
  heard.current = onBack;
  useEffect(() => {
    if (!active) return;
    letGo.current = false;
    let standing = false;
    const stand = () => {
      if (!isTopHistoryEntry(mark)) window.history.pushState({ ...window.history.state, [mark]: true }, '');
      standing = true;
    };
    const stepped = () => {
      if (letGo.current || isTopHistoryEntry(mark)) return;
      stand();
      heard.current();
    };
    let live = true;
    const begin = () => {
      if (!live) return;
      stand();
      window.addEventListener('popstate', stepped);
    };
    if (returning) returning.then(begin);
    else begin();
    return () => {
      live = false;
      window.removeEventListener('popstate', stepped);
      if (standing && isTopHistoryEntry(mark) && !letGo.current) stepBack();
    };
  }, [active, mark]);
  return letGo;
};
