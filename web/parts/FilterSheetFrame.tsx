import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Sheet } from '../ui/Sheet.tsx';

interface FilterSheetFrameProps {
  /** Label of the apply button; it names the number of matches once it is known. */
  applyLabel: string;
  /** The number of matches is being counted again. */
  counting: boolean;
  onClear(): void;
  onApply(): void;
  onClose(): void;
  children: ReactNode;
}

/** A sheet of filters on a phone: changes are applied by its button, which shows the number of matches. */
export const FilterSheetFrame = ({ applyLabel, counting, onClear, onApply, onClose, children }: FilterSheetFrameProps) => (
  <Sheet
    open
    title="Filtrlar"
    onClose={onClose}
    footer={
      <>
        <Button variant="secondary" className="px-3! grow-0!" onClick={onClear}>
          Tozalash
        </Button>
        <Button className="flex-1" aria-busy={counting} onClick={onApply}>
          {applyLabel}
        </Button>
      </>
    }
  >
    {children}
  </Sheet>
);
