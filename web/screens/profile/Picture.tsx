import { ImagePlus, Trash2 } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useEffect, useState } from 'react';
import { imageMaxBytes, pictureTooLarge, pictureTooLargeTitle, pictureTypes, pictureWrongType, wrongTypeTitle } from '#contract/file.ts';
import type { StudentProfile } from '#contract/student.ts';
import { initialsOf } from '#contract/uzbek.ts';
import { usePictureUpload, useRemovePicture } from '../../data/students.ts';
import { ApiError, messageFor } from '../../lib/api.ts';
import { worthAnotherTry } from '../../lib/upload.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Avatar } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { InsideAppHint, problemWith, UploadProgress } from '../../ui/FilePicker.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';

const rules = {
  accept: [...pictureTypes, '.jpg', '.jpeg', '.png', '.webp'].join(','),
  maxBytes: imageMaxBytes,
  wrongType: pictureWrongType,
  tooLarge: pictureTooLarge,
};
const failed = 'Rasmni yuklashda xatolik yuz berdi';

/** The server's own sentence, ours when it gave none. */
const refusalOf = (error: unknown): string =>
  error instanceof ApiError && error.body !== null && typeof error.body === 'object' ? messageFor(error) : failed;

/** The address of a file that is only here yet. */
const usePreview = (file: File | null): string | null => {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [file]);
  return address;
};

const input = 'profile-picture';

/** The picture, shown as soon as it is chosen; the one before comes back when the new one does not arrive. */
export const Picture = ({ profile, name, children }: { profile: StudentProfile; name: string; children: ReactNode }) => {
  const upload = usePictureUpload();
  const remove = useRemovePicture();
  const [removing, setRemoving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const busy = upload.progress !== null;
  const preview = usePreview(busy ? upload.file : null);

  const send = async (file: File) => {
    setProblem(null);
    if (await upload.start(file)) toastSuccess('Muvaffaqiyat!', 'Profil rasmi yangilandi');
  };
  const { error } = upload;
  useEffect(() => {
    if (error) toastError(refusalOf(error));
  }, [error]);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    const wrong = problemWith(file, rules);
    if (!wrong) return send(file);
    setProblem(wrong);
    toastError(wrong, wrong === pictureTooLarge ? pictureTooLargeTitle : wrongTypeTitle);
  };
  const message = problem ?? (error ? (error instanceof ApiError && error.status === 0 ? messageFor(error) : refusalOf(error)) : null);
  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar src={preview ?? profile.avatar} initials={initialsOf(name, 'O')} className="size-20 text-2xl" />
        <div className="min-w-0">{children}</div>
      </div>
      <div className="relative mt-3">
        <input
          id={input}
          type="file"
          accept={rules.accept}
          className="peer sr-only"
          aria-label={busy ? 'Profil rasmi' : undefined}
          aria-invalid={message ? true : undefined}
          aria-describedby={`${input}-about`}
          onChange={choose}
        />
        {busy ? (
          <UploadProgress upload={upload} name="Profil rasmi" onCancelled={() => document.getElementById(input)?.focus()} />
        ) : (
          <div className="flex flex-wrap gap-2 rounded-xl peer-focus-visible:outline-3 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-brand">
            <label htmlFor={input} className={buttonClass('secondary', 'px-3!')}>
              <ImagePlus aria-hidden="true" className="size-5" />
              {profile.avatar ? 'Almashtirish' : 'Rasm yuklash'}
            </label>
            {profile.avatar && (
              <Button look="danger" className="px-3!" aria-label="Profil rasmini o‘chirish" onClick={() => setRemoving(true)}>
                <Trash2 aria-hidden="true" className="size-5" />
                O‘chirish
              </Button>
            )}
            {!problem && worthAnotherTry(error) && (
              <Button look="quiet" onClick={() => upload.file && send(upload.file)}>
                Qayta urinish
              </Button>
            )}
          </div>
        )}
        <div id={`${input}-about`} className="mt-1.5 text-sm">
          <p className="text-muted">JPG, PNG yoki WebP, 5 MB gacha.</p>
          {message && <p className="mt-1 font-medium text-danger">{message}</p>}
        </div>
        <InsideAppHint />
      </div>
      <ConfirmDialog
        open={removing}
        backStep="question"
        title="Profil rasmini o‘chirish"
        confirm="O‘chirish"
        busy={remove.isPending}
        onClose={() => setRemoving(false)}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => toastSuccess('Profil rasmi o‘chirildi'),
            onError: (problem) => toastError(messageFor(problem)),
            onSettled: () => {
              setRemoving(false);
              document.getElementById(input)?.focus();
            },
          })
        }
      >
        Rasm o‘rnida ismingizning bosh harflari ko‘rinadi. Bu amalni ortga qaytarib bo‘lmaydi.
      </ConfirmDialog>
    </>
  );
};
