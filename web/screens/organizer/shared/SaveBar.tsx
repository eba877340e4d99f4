import type { ReactNode } from 'react';

/** Sticky buttons of a long form, above the bottom bar of phones. `data-savebar` adds scroll padding, so that focused fields stay visible. */
export const SaveBar = ({ children }: { children: ReactNode }) => (
  <div
    data-savebar
    className="sticky bottom-[calc(3.8125rem+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-wrap items-center justify-end gap-3 max-sm:*:grow border-t border-line bg-surface px-4 py-3 sm:mx-0 sm:rounded-2xl sm:border md:bottom-0 [@media(max-height:26rem)]:static"
  >
    {children}
  </div>
);
