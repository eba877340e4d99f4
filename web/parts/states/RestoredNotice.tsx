import { Button } from '../../ui/Button.tsx';

/** Says where the words in a form come from when nobody typed them just now. */
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
