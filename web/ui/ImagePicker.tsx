import { ImagePlus, Trash2 } from 'lucide-react';
import { type ChangeEvent, useEffect, useId, useState } from 'react';
import { Button, buttonClass } from './Button.tsx';

export interface ImageRules {
  /** Accepted media types. */
  types: readonly string[];
  maxBytes: number;
  wrongType: string;
  tooLarge: string;
  /** The file could not be read. */
  unreadable: string;
  /** The file is not a picture. */
  broken: string;
}

interface ImagePickerProps {
  label: string;
  hint: string;
  rules: ImageRules;
  /** Address of the stored picture. */
  current: string | null;
  /** The chosen picture, not sent yet. */
  chosen: File | null;
  /** The server's error. */
  error?: string | undefined;
  id: string;
  onChoose(file: File | null): void;
  onRemove(): void;
}

/** Whether the whole file can be read. */
const isReadable = async (file: File): Promise<boolean> =>
  file.arrayBuffer().then(
    () => true,
    () => false,
  );

/** Picks one picture, with a preview. A refused file leaves the previous choice. */
export const ImagePicker = ({ label, hint, rules, current, chosen, error, id, onChoose, onRemove }: ImagePickerProps) => {
  const descriptionId = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [preview, setPreview] = useState<string | null>(null);

  useEffect(() => {
    if (!chosen) {
      setPreview(null);
      return;
    }
    const url = URL.createObjectURL(chosen);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [chosen]);

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Lets the same file be chosen again.
    event.target.value = '';
    if (!file) return;
    if (file.size > rules.maxBytes) return setProblem(rules.tooLarge);
    if (!rules.types.includes(file.type)) return setProblem(rules.wrongType);
    if (!(await isReadable(file))) return setProblem(rules.unreadable);
    setProblem(null);
    onChoose(file);
  };

  const shown = chosen ? preview : current;
  const message = problem ?? error;
  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label} <span className="font-normal text-muted">(ixtiyoriy)</span>
      </label>
      {shown && (
        <img
          src={shown}
          alt="Tanlangan muqova"
          width={1200}
          height={630}
          className="mb-3 aspect-[1200/630] h-auto w-full max-w-lg rounded-xl border border-line bg-sunken object-cover"
          onError={() => {
            setProblem(rules.broken);
            if (chosen) onChoose(null);
          }}
        />
      )}
      <input
        id={id}
        type="file"
        accept={rules.types.join(',')}
        className="peer sr-only"
        aria-invalid={message ? true : undefined}
        aria-describedby={descriptionId}
        onChange={choose}
      />
      <div className="flex flex-wrap gap-3 rounded-xl peer-focus-visible:outline-3 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-brand">
        <label htmlFor={id} className={buttonClass('secondary')}>
          <ImagePlus aria-hidden="true" className="size-5" />
          {shown ? 'Boshqa rasm tanlash' : 'Rasm tanlash'}
        </label>
        {shown && (
          <Button
            variant="danger"
            onClick={() => {
              setProblem(null);
              onRemove();
            }}
          >
            <Trash2 aria-hidden="true" className="size-5" />
            Rasmni olib tashlash
          </Button>
        )}
      </div>
      <div id={descriptionId} className="mt-1.5 text-sm">
        <p className="text-muted">{hint}</p>
        {message && (
          <p role="alert" className="mt-1 font-medium text-danger">
            {message}
          </p>
        )}
      </div>
    </div>
  );
};
