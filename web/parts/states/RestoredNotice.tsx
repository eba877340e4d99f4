import { Button } from '../../ui/Button.tsx';

/** Notice that the values of a form were restored from an earlier visit. */
export const RestoredNotice = ({ onForget }: { onForget?: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-brand-soft p-4 text-brand-strong">
    <p>Oldin kiritgan, hali saqlanmagan ma’lumotlaringiz tiklandi.</p>
    {onForget && (
      <Button look="secondary" onClick={onForget}>
        Tiklanganini bekor qilish
      </Button>
    )}
  </div>
);
