import { Button } from '../../ui/Button.tsx';

/** Notice that the values of a form were restored from an earlier visit. */
export const RestoredNotice = ({ onDiscard }: { onDiscard?: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-brand-soft p-4 text-brand-strong">
    <p>Oldin kiritgan, hali saqlanmagan ma’lumotlaringiz tiklandi.</p>
    {onDiscard && (
      <Button variant="secondary" onClick={onDiscard}>
        Tiklanganini bekor qilish
      </Button>
    )}
  </div>
);
