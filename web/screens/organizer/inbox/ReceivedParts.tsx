import { Check, Eye, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReceivedApplication } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { noData } from '#contract/uzbek.ts';
import { Badge } from '../../../ui/Card.tsx';
import { scoreText } from '../shared/scoreText.ts';

/** What a list of received applications lets one do, as rows or as cards. */
export interface ListProps {
  items: readonly ReceivedApplication[];
  /** Decides, exports and writes; a reviewer reads and scores. */
  mayDecide: boolean;
  isChosen(id: number): boolean;
  onToggle(item: ReceivedApplication, on: boolean, range: boolean): void;
  onTogglePage(on: boolean): void;
  onOpen(id: number): void;
  onDecide(item: ReceivedApplication, to: ApplicationStatus): void;
}

export const receivedName = ({ student_name }: Pick<ReceivedApplication, 'student_name'>): string => student_name || noData;
/** Mean of the whole verdicts and how many they are; a dash where there are none or they are not shown yet. */
export const scoreCell = ({ score }: ReceivedApplication): string => (score === null ? '—' : scoreText(score));

export const BlindBadge = () => <Badge className="text-xs!">Ism yashirilgan</Badge>;

/** A tick with the touch of a finger around it. */
export const SelectBox = ({
  label,
  checked,
  mixed = false,
  visible = false,
  onChange,
}: {
  label: string;
  checked: boolean;
  /** Some of those it stands for. */
  mixed?: boolean;
  /** The label is seen too. */
  visible?: boolean;
  onChange(on: boolean, range: boolean): void;
}) => {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 select-none">
      <input
        ref={box}
        type="checkbox"
        className="size-5 shrink-0 accent-brand"
        checked={checked}
        onChange={(event) => onChange(event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true)}
      />
      <span className={visible ? '' : 'sr-only'}>{label}</span>
    </label>
  );
};

const square = 'inline-flex size-11 shrink-0 items-center justify-center rounded-xl border';
/** Open, and decide while it waits. In a table the deeds are icons with names. */
export const RowActions = ({
  item,
  mayDecide,
  onOpen,
  onDecide,
}: {
  item: ReceivedApplication;
  mayDecide: boolean;
  onOpen(): void;
  onDecide(to: ApplicationStatus): void;
}) => {
  const name = receivedName(item);
  return (
    <div className="flex items-center justify-end gap-1.5">
      <button
        type="button"
        onClick={onOpen}
        aria-label={`Batafsil: ${name}`}
        title="Batafsil"
        className={`${square} border-control hover:bg-sunken`}
      >
        <Eye aria-hidden="true" className="size-5" />
      </button>
      {item.status !== 'pending' ? (
        <p className="w-24 text-left text-xs text-muted [overflow-wrap:normal]">Ushbu ariza holati yangilangan.</p>
      ) : (
        mayDecide && (
          <>
            <button
              type="button"
              onClick={() => onDecide('accepted')}
              aria-label={`Qabul qilish: ${name}`}
              title="Qabul qilish"
              className={`${square} border-brand text-brand hover:bg-brand-soft`}
            >
              <Check aria-hidden="true" className="size-5" />
            </button>
            <button
              type="button"
              onClick={() => onDecide('rejected')}
              aria-label={`Rad etish: ${name}`}
              title="Rad etish"
              className={`${square} border-danger text-danger hover:bg-danger-soft`}
            >
              <X aria-hidden="true" className="size-5" />
            </button>
          </>
        )
      )}
    </div>
  );
};
