import { ImagePlus, Trash2 } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useEffect, useState } from 'react';
import { ApiError, messageFor } from '../lib/api.ts';
import { canRetryUpload, type Upload } from '../lib/upload.ts';
import { Button, buttonClass } from './Button.tsx';
import { Avatar } from './Card.tsx';
import { type FileRules, fileProblem, InAppBrowserHint, UploadProgress } from './FilePicker.tsx';
import { toastError } from './toast.ts';

export interface PictureRules extends FileRules {
  tooLargeTitle: string;
  wrongTypeTitle: string;
  /** Shown when the server gave no message. */
  failed: string;
}

interface PictureUploadProps {
  id: string;
  /** Name of the picture for screen readers: "Profil rasmi". */
  name: string;
  /** Labels of the button: without and with a picture. */
  add: string;
  change: string;
  hint: string;
  rules: PictureRules;
  // biome-ignore lint/suspicious/noExplicitAny: any reply
  upload: Upload<any>;
  /** Address of the stored picture. */
  current: string | null;
  initials: string;
  onUploaded(): void;
  /** Absent when the picture cannot be removed. */
  onRemove?: () => void;
  /** Shown beside the picture. */
  children: ReactNode;
}

/** Object URL of a file that is being sent. */
const usePreview = (file: File | null): string | null => {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => {
      URL.revokeObjectURL(objectUrl);
      setUrl(null);
    };
  }, [file]);
  return url;
};

const uploadErrorText = (error: unknown, failed: string): string =>
  error instanceof ApiError && error.body !== null && typeof error.body === 'object' ? messageFor(error) : failed;

/** Picks and uploads a picture, shown while it is sent; the stored one returns when the upload fails. */
export const PictureUpload = (props: PictureUploadProps) => {
  const { id, name, add, change, hint, rules, upload, current, initials, onUploaded, onRemove, children } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const busy = upload.progress !== null;
  const preview = usePreview(busy ? upload.file : null);
  const { failed } = rules;

  const send = async (file: File) => {
    setProblem(null);
    if (await upload.start(file)) onUploaded();
  };
  const { error } = upload;
  useEffect(() => {
    if (error) toastError(uploadErrorText(error, failed));
  }, [error, failed]);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    const refusal = fileProblem(file, rules);
    if (!refusal) return send(file);
    setProblem(refusal);
    toastError(refusal, refusal === rules.tooLarge ? rules.tooLargeTitle : rules.wrongTypeTitle);
  };
  const errorText = error ? (error instanceof ApiError && error.status === 0 ? messageFor(error) : uploadErrorText(error, failed)) : null;
  const message = problem ?? errorText;
  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar src={preview ?? current} initials={initials} className="size-20 text-2xl" />
        <div className="min-w-0">{children}</div>
      </div>
      <div className="relative mt-3">
        <input
          id={id}
          type="file"
          accept={rules.accept}
          className="peer sr-only"
          aria-label={busy ? name : undefined}
          aria-invalid={message ? true : undefined}
          aria-describedby={`${id}-about`}
          onChange={choose}
        />
        {busy ? (
          <UploadProgress upload={upload} name={name} onCancelled={() => document.getElementById(id)?.focus()} />
        ) : (
          <div className="flex flex-wrap gap-2 rounded-xl peer-focus-visible:outline-3 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-brand">
            <label htmlFor={id} className={buttonClass('secondary', 'px-3!')}>
              <ImagePlus aria-hidden="true" className="size-5" />
              {current ? change : add}
            </label>
            {current && onRemove && (
              <Button variant="danger" className="px-3!" aria-label={`${name}ni o‘chirish`} onClick={onRemove}>
                <Trash2 aria-hidden="true" className="size-5" />
                O‘chirish
              </Button>
            )}
            {!problem && canRetryUpload(error) && (
              <Button variant="quiet" onClick={() => upload.file && send(upload.file)}>
                Qayta urinish
              </Button>
            )}
          </div>
        )}
        <div id={`${id}-about`} className="mt-1.5 text-sm">
          <p className="text-muted">{hint}</p>
          {message && <p className="mt-1 font-medium text-danger">{message}</p>}
        </div>
        <InAppBrowserHint />
      </div>
    </>
  );
};
