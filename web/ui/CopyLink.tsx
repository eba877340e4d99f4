import { Check, Copy } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from './Button.tsx';

const box = 'block min-h-12 w-full min-w-0 rounded-xl border border-control bg-sunken px-3.5 py-2.5';

/** One or several links with a copy button. Where the clipboard is not available the text is selected instead. */
export const CopyLink = ({ label, link }: { label: string; link: string }) => {
  const id = useId();
  const line = useRef<HTMLInputElement>(null);
  const lines = useRef<HTMLTextAreaElement>(null);
  const [result, setResult] = useState<'copied' | 'selected' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setResult('copied');
    } catch {
      const control = line.current ?? lines.current;
      control?.focus();
      control?.select();
      setResult('selected');
    }
  };
  const Icon = result === 'copied' ? Check : Copy;
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
        <Button variant="secondary" className="shrink-0" aria-label={`${label}: nusxa olish`} onClick={copy}>
          <Icon aria-hidden="true" className="size-5" />
          Nusxa olish
        </Button>
      </div>
      <p role="status" className="mt-1 text-sm font-medium text-success">
        {result === 'copied' && 'Nusxa olindi.'}
        {result === 'selected' && 'Belgilandi: endi uni o‘zingiz nusxalang.'}
      </p>
    </div>
  );
};
