import { useState } from 'react';
import { documentAccept, documentMaxBytes, documentTooLarge, documentWrongType } from '#contract/file.ts';
import type { StudentProfile } from '#contract/student.ts';
import { useRemoveResume, useResumeUpload } from '../../../data/students/profile.ts';
import { messageFor } from '../../../lib/api.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { FilePicker } from '../../../ui/FilePicker.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';

const rules = { accept: documentAccept, maxBytes: documentMaxBytes, tooLarge: documentTooLarge, wrongType: documentWrongType };

/** The resume. Uploads immediately, independent of the profile's edit mode. */
export const Resume = ({ profile }: { profile: StudentProfile }) => {
  const upload = useResumeUpload();
  const remove = useRemoveResume();
  const [removing, setRemoving] = useState(false);
  const name = profile.resume_name ?? 'Rezyume';
  return (
    <>
      <FilePicker
        id="profile-resume"
        label="Rezyume"
        name="Rezyume"
        hint="PDF, DOCX, JPG yoki PNG, 10 MB gacha."
        rules={rules}
        upload={upload}
        current={profile.resume ? { name, href: profile.resume } : null}
        onChoose={async (file) => {
          if (await upload.start(file)) toastSuccess('Rezyume yuklandi');
        }}
        onRemove={() => setRemoving(true)}
      />
      <ConfirmDialog
        open={removing}
        backStep="question"
        title="Rezyumeni o‘chirish"
        confirm="O‘chirish"
        busy={remove.isPending}
        onClose={() => setRemoving(false)}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => toastSuccess('Rezyume o‘chirildi'),
            onError: (problem) => toastError(messageFor(problem)),
            onSettled: () => {
              setRemoving(false);
              document.getElementById('profile-resume')?.focus();
            },
          })
        }
      >
        “{name}” profilingizdan o‘chiriladi. Oldin yuborgan arizalaringizdagi nusxasi qoladi. Bu amalni ortga qaytarib bo‘lmaydi.
      </ConfirmDialog>
    </>
  );
};
