import { ChevronLeft, ChevronRight, Keyboard, SkipForward } from 'lucide-react';
import type { ReplyOf } from '#contract/call.ts';
import type { reviewCalls } from '#contract/review.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { shortcutHelp } from './keyboardShortcuts.ts';

export type Neighbours = ReplyOf<typeof reviewCalls.neighbours>;

interface ToolsProps {
  neighbours: Neighbours | undefined;
  showsHelp: boolean;
  onHelp(): void;
  onGoTo(direction: keyof Neighbours): void;
}

/** Navigation to other applications of the list, and the help of the keyboard shortcuts. */
export const Tools = ({ neighbours, showsHelp, onHelp, onGoTo }: ToolsProps) => {
  const navigation = (to: keyof Neighbours) => ({
    'aria-disabled': neighbours && neighbours[to] === null ? true : undefined,
    onClick: () => onGoTo(to),
  });
  return (
    <div className="border-b border-line px-3 py-1.5">
      <div className="flex items-center gap-2 max-xs:gap-0">
        <IconButton label="Oldingi ariza" {...navigation('previous')}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <IconButton label="Keyingi ariza" {...navigation('next')}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
        <Button variant="quiet" className="px-3!" {...navigation('next_undecided')}>
          <SkipForward aria-hidden="true" className="size-5" />
          Keyingisi
          <span className="sr-only">: hali qaror qilinmagan ariza</span>
        </Button>
        <span className="flex-1" />
        <IconButton
          label="Klaviatura tugmalari"
          className="max-sm:hidden"
          aria-expanded={showsHelp}
          aria-controls="key-help"
          onClick={onHelp}
        >
          <Keyboard aria-hidden="true" />
        </IconButton>
      </div>
      <div id="key-help">
        {showsHelp && (
          <>
            <dl className="grid gap-x-6 gap-y-1 px-2 pt-1 pb-2 text-sm sm:grid-cols-2">
              {shortcutHelp.map(([keys, action]) => (
                <div key={keys} className="flex gap-3">
                  <dt className="w-20 shrink-0 font-semibold">{keys}</dt>
                  <dd>{action}</dd>
                </div>
              ))}
            </dl>
            <p className="px-2 pb-2 text-sm text-muted">Maydonga yozayotganda tugmalar ishlamaydi.</p>
          </>
        )}
      </div>
    </div>
  );
};
