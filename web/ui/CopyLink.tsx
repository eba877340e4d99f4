import { Check, Copy } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from './Button.tsx';

const box = 'block min-h-12 w-full min-w-0 rounded-xl border border-control bg-sunken px-3.5 py-2.5';

/** A link, or several lines of them, to hand on. Where the clipboard is closed to pages it is marked, to be copied by hand. */
export const CopyLink = ({ label, link }: { label: string; link: string }) => {
  const id = useId();
  const line = useRef<HTMLInputElement>(null);
  const lines = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState<'copied' | 'marked' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setSaid('copied');
    } catch {
      const control = line.current ?? lines.current;
      control?.focus();
      control?.select();
      setSaid('marked');
    }
  };
  const Icon = said === 'copied' ? Check : Copy;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <div className="flex flex-col gap-2 sm:flex-row sm:items-start">
        {link.includes('\n') ? (
          <textarea ref={lines} id={id} readOnly rows={6} value={link} className={`${box} text-sm`} />
        ) : (
          <input ref={line} id={id} readOnly value={link} className={`${box} text-ellipsis`} />
        )}
        <Button look="secondary" className="shrink-0" aria-label={`${label}: nusxa olish`} onClick={copy}>
          <Icon aria-hidden="true" className="size-5" />
          Nusxa olish
        </Button>
      </div>
      <p role="status" className="mt-1 text-sm font-medium text-success">
        {said === 'copied' && 'Nusxa olindi.'}
        {said === 'marked' && 'Belgilandi: endi uni o‘zingiz nusxalang.'}
      </p>
    </div>
  );
};
