import { Paperclip, Trash2, X } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useId, useState } from 'react';
import { messageFor } from '../lib/api.ts';
import { canRetryUpload, type Upload } from '../lib/upload.ts';
import { Button, buttonClass } from './Button.tsx';

export interface FileRules {
  /** Media types and file extensions, separated by commas. */
  accept: string;
  maxBytes: number;
  wrongType: string;
  tooLarge: string;
}

/** Why a file is refused, null when it is not. Extensions count because some phones give files no type. */
export const fileProblem = (file: File, { accept, maxBytes, wrongType, tooLarge }: FileRules): string | null => {
  const name = file.name.toLowerCase();
  if (!accept.split(',').some((one) => (one.startsWith('.') ? name.endsWith(one) : file.type === one))) return wrongType;
  return file.size > maxBytes ? tooLarge : null;
};

interface FilePickerProps {
  /** Id of the control, for the error summary's links. */
  id?: string;
  label: ReactNode;
  /** Name for screen readers where the label is not near: "Rezyume". */
  name: string;
  hint?: ReactNode;
  rules: FileRules;
  // biome-ignore lint/suspicious/noExplicitAny: any reply
  upload: Upload<any>;
  /** The stored file and its address. */
  current: { name: string; href?: string | null } | null;
  /** Error of the form's field. */
  error?: string | undefined;
  onChoose(file: File): void;
  /** Absent when the file cannot be removed. */
  onRemove?: (() => void) | undefined;
}

/** Progress of an upload with a cancel button. */
export const UploadProgress = ({ upload, name, onCancelled }: { upload: Upload<unknown>; name: string; onCancelled(): void }) => {
  const percent = Math.round((upload.progress ?? 0) * 100);
  return (
    <div className="mt-2 max-w-lg">
      <p className="text-sm text-muted">
        {upload.file?.name}: <span className="tabular-nums">{percent}%</span>
      </p>
      <progress className="bar mt-1" max={100} value={percent} aria-label={`${name}: yuklanmoqda`} />
      <Button
        variant="secondary"
        className="mt-2"
        onClick={() => {
          upload.cancel();
          onCancelled();
        }}
      >
        <X aria-hidden="true" className="size-5" />
        Yuklashni to‘xtatish
      </Button>
    </div>
  );
};

/** Telegram opens links in its own web view, where uploads may fail. */
const isInAppBrowser = (): boolean => typeof window !== 'undefined' && ('TelegramWebviewProxy' in window || 'TelegramWebview' in window);
export const InAppBrowserHint = () =>
  isInAppBrowser() ? (
    <p className="mt-1.5 text-sm text-warning">Fayl yuklanmasa, sahifani telefoningiz brauzerida oching (menyuda “Brauzerda ochish”).</p>
  ) : null;

/** Picks and uploads one file. The stored file is shown until the new one has arrived. */
export const FilePicker = ({ id: given, label, name, hint, rules, upload, current, error, onChoose, onRemove }: FilePickerProps) => {
  const own = useId();
  const id = given ?? own;
  const descriptionId = `${id}-about`;
  const [problem, setProblem] = useState<string | null>(null);
  const busy = upload.progress !== null;

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Lets the same file be chosen again.
    event.target.value = '';
    if (!file) return;
    const refusal = fileProblem(file, rules);
    setProblem(refusal);
    if (refusal) return;
    onChoose(file);
  };
  // Earlier errors do not concern the file being sent.
  const message = busy ? null : (problem ?? (upload.error ? messageFor(upload.error) : error));
  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      {current && (
        <p className="mb-2">
          {current.href ? (
            <a href={current.href} className="inline-flex min-h-11 items-center text-brand underline underline-offset-2">
              {current.name}
            </a>
          ) : (
            current.name
          )}
        </p>
      )}
      <input
        id={id}
        type="file"
        accept={rules.accept}
        className="peer sr-only"
        aria-invalid={message ? true : undefined}
        aria-describedby={descriptionId}
        onChange={choose}
      />
      {!busy && (
        <div className="flex flex-wrap gap-2 rounded-xl peer-focus-visible:outline-3 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-brand">
          <label htmlFor={id} className={buttonClass('secondary', 'px-3!')}>
            <Paperclip aria-hidden="true" className="size-5" />
            {current ? 'Almashtirish' : 'Fayl tanlash'}
          </label>
          {current && onRemove && (
            <Button variant="danger" className="px-3!" aria-label={`${name}: o‘chirish`} onClick={onRemove}>
              <Trash2 aria-hidden="true" className="size-5" />
              O‘chirish
            </Button>
          )}
          {!problem && canRetryUpload(upload.error) && (
            <Button variant="quiet" onClick={() => upload.file && onChoose(upload.file)}>
              Qayta urinish
            </Button>
          )}
        </div>
      )}
      {busy && <UploadProgress upload={upload} name={name} onCancelled={() => document.getElementById(id)?.focus()} />}
      <div id={descriptionId} className="mt-1.5 text-sm">
        {hint && <p className="text-muted">{hint}</p>}
        {message && (
          <p role="alert" className="mt-1 font-medium text-danger">
            {message}
          </p>
        )}
      </div>
      <InAppBrowserHint />
    </div>
  );
};
