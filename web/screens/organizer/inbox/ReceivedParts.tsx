import { Check, Eye, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReceivedApplication } from '#contract/application.ts';
import type { ApplicationStatus } from '#contract/application-rules.ts';
import { noData } from '#contract/uzbek.ts';
import { Badge } from '../../../ui/Card.tsx';
import { scoreText } from '../shared/scoreText.ts';

/** Props of the table and of the cards. */
export interface ReceivedListProps {
  items: readonly ReceivedApplication[];
  /** The member may decide, export and send messages; a reviewer may not. */
  mayDecide: boolean;
  isChosen(id: number): boolean;
  onToggle(item: ReceivedApplication, on: boolean, range: boolean): void;
  onTogglePage(on: boolean): void;
  onOpen(id: number): void;
  onDecide(item: ReceivedApplication, to: ApplicationStatus): void;
}

/** The applicant's name, or a placeholder when it is hidden or missing. */
export const receivedName = ({ student_name }: Pick<ReceivedApplication, 'student_name'>): string => student_name || noData;
/** Mean of the complete reviews; a dash when there are none or the viewer may not see them yet. */
export const scoreCell = ({ score }: ReceivedApplication): string => (score === null ? '—' : scoreText(score));

export const BlindBadge = () => <Badge className="text-xs!">Ism yashirilgan</Badge>;

/** A checkbox with a touch target of 44 px. */
export const SelectBox = ({
  label,
  checked,
  mixed = false,
  visible = false,
  onChange,
}: {
  label: string;
  checked: boolean;
  /** Some, but not all, of the rows it stands for are selected. */
  mixed?: boolean;
  /** Shows the label next to the box. */
  visible?: boolean;
  /** @param range shift was held */
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
/** Icon buttons of a table row: open, and decide while the application is pending. */
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
