import { Ellipsis, X } from 'lucide-react';
import { useState } from 'react';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';

/** Decisions that are offered for several applications. */
export const bulkActions = {
  accepted: 'Qabul qilish',
  rejected: 'Rad etish',
  under_review: 'Ko‘rib chiqishga olish',
  interview_scheduled: 'Suhbatga chaqirish',
} as const satisfies Partial<Record<ApplicationStatus, string>>;
export type BulkAction = keyof typeof bulkActions;
const furtherActions = ['under_review', 'interview_scheduled'] as const;

/** Actions on the selected applications; sticky, above the bottom bar of phones. */
export const BulkBar = ({
  count,
  onDecide,
  onMessage,
  onClear,
}: {
  count: number;
  onDecide(to: BulkAction): void;
  onMessage(): void;
  onClear(): void;
}) => {
  const [menuOpen, setMenuOpen] = useState(false);
  const closingMenu = (action: () => void) => () => {
    setMenuOpen(false);
    action();
  };
  const furtherButtons = (className: string, wrap: (action: () => void) => () => void) => (
    <>
      {furtherActions.map((to) => (
        <Button key={to} variant="secondary" className={className} onClick={wrap(() => onDecide(to))}>
          {bulkActions[to]}
        </Button>
      ))}
      <Button variant="secondary" className={className} onClick={wrap(onMessage)}>
        Xabar yozish
      </Button>
    </>
  );
  return (
    <section
      aria-label="Tanlangan arizalar"
      data-savebar
      className="sticky bottom-[calc(3.8125rem+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-surface px-4 py-2 shadow-card sm:mx-0 sm:rounded-2xl sm:border md:bottom-2 [@media(max-height:26rem)]:static"
    >
      <p className="flex flex-1 items-center font-semibold">
        <span role="status">{count} ta ariza tanlandi</span>
        <IconButton label="Tanlovni bekor qilish" onClick={onClear}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </p>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:pb-1">
        <Button className="px-3! max-sm:grow" onClick={() => onDecide('accepted')}>
          {bulkActions.accepted}
        </Button>
        <Button variant="danger" className="px-3! max-sm:grow" onClick={() => onDecide('rejected')}>
          {bulkActions.rejected}
        </Button>
        {furtherButtons('px-3! max-lg:hidden', (action) => action)}
        <IconButton
          label="Boshqa amallar"
          className="border border-control lg:hidden"
          aria-haspopup="dialog"
          onClick={() => setMenuOpen(true)}
        >
          <Ellipsis aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <Sheet open={menuOpen} title={`${count} ta ariza tanlandi`} onClose={() => setMenuOpen(false)} backStep="more">
        <div className="grid gap-3">{furtherButtons('w-full', closingMenu)}</div>
      </Sheet>
    </section>
  );
};
