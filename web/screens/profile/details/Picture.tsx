import { type ReactNode, useState } from 'react';
import { imageMaxBytes, pictureTooLarge, pictureTooLargeTitle, pictureTypes, pictureWrongType, wrongTypeTitle } from '#contract/file.ts';
import type { StudentProfile } from '#contract/student.ts';
import { initials } from '#contract/uzbek.ts';
import { usePictureUpload, useRemovePicture } from '../../../data/students/profile.ts';
import { messageFor } from '../../../lib/api.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { PictureUpload } from '../../../ui/PictureUpload.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';

const rules = {
  accept: [...pictureTypes, '.jpg', '.jpeg', '.png', '.webp'].join(','),
  maxBytes: imageMaxBytes,
  wrongType: pictureWrongType,
  wrongTypeTitle,
  tooLarge: pictureTooLarge,
  tooLargeTitle: pictureTooLargeTitle,
  failed: 'Rasmni yuklashda xatolik yuz berdi',
};
const inputId = 'profile-picture';

/** The student's picture, with upload and removal. */
export const Picture = ({ profile, name, children }: { profile: StudentProfile; name: string; children: ReactNode }) => {
  const upload = usePictureUpload();
  const remove = useRemovePicture();
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <PictureUpload
        id={inputId}
        name="Profil rasmi"
        add="Rasm yuklash"
        change="Almashtirish"
        hint="JPG, PNG yoki WebP, 5 MB gacha."
        rules={rules}
        upload={upload}
        current={profile.avatar}
        initials={initials(name, 'O')}
        onUploaded={() => toastSuccess('Muvaffaqiyat!', 'Profil rasmi yangilandi')}
        onRemove={() => setRemoving(true)}
      >
        {children}
      </PictureUpload>
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
              document.getElementById(inputId)?.focus();
            },
          })
        }
      >
        Rasm o‘rnida ismingizning bosh harflari ko‘rinadi. Bu amalni ortga qaytarib bo‘lmaydi.
      </ConfirmDialog>
    </>
  );
};
