import { type RefObject, useEffect } from 'react';
import { applicationCalls } from '#contract/application.ts';
import { documentAccept, documentMaxBytes, documentTooLarge, documentWrongType } from '#contract/file.ts';
import type { Question } from '#contract/opportunity.ts';
import { type Form, fieldId } from '../../lib/form.ts';
import { useUpload } from '../../lib/upload.ts';
import { TextField } from '../../ui/Field.tsx';
import { FilePicker, type FileRules } from '../../ui/FilePicker.tsx';
import { fileLink, fileName, isUploaded, removeFileName, storeUploadedFile } from './answers.ts';

const rules: FileRules = {
  accept: documentAccept,
  maxBytes: documentMaxBytes,
  wrongType: documentWrongType,
  tooLarge: documentTooLarge,
};

interface FileAnswerProps {
  form: Form<{ answers: Record<string, unknown> }>;
  name: string;
  question: Question;
  /** Names of fields whose file is being uploaded. */
  uploading: RefObject<Set<string>> | undefined;
}

/** Answers a question with an uploaded file or with a link to one. */
export const FileAnswer = ({ form, name, question, uploading }: FileAnswerProps) => {
  const upload = useUpload(applicationCalls.uploadDocument, 'file');
  const value = String(form.get(name) ?? '');
  const uploaded = isUploaded(value) ? value : null;
  const isBusy = upload.progress !== null;
  useEffect(() => {
    const fields = uploading?.current;
    if (isBusy) fields?.add(name);
    return () => {
      fields?.delete(name);
    };
  }, [isBusy, name, uploading]);

  const send = async (file: File) => {
    const reply = await upload.start(file);
    if (reply) form.set(name, storeUploadedFile(reply));
  };
  /** The link's field sets the same answer. */
  const link = {
    ...form,
    errors: {},
    get: () => value,
    set: (_: string, typed: unknown) => form.set(name, typed),
  };
  return (
    <div className="space-y-3">
      <FilePicker
        id={fieldId(name)}
        label={
          <>
            {question.question}
            {!question.is_required && <span className="font-normal text-muted"> (ixtiyoriy)</span>}
          </>
        }
        name={question.question}
        hint={[question.help_text, 'PDF, DOCX, JPG yoki PNG, 10 MB gacha.'].filter(Boolean).join(' ')}
        rules={rules}
        upload={upload}
        current={uploaded ? { name: fileName(uploaded), href: fileLink(uploaded) ?? null } : null}
        error={form.errors[name]}
        onChoose={send}
        onRemove={() => {
          if (uploaded) removeFileName(uploaded);
          form.set(name, '');
        }}
      />
      {!uploaded && !isBusy && (
        <TextField
          form={link}
          name={`${name}-link`}
          label="Yoki fayl havolasi"
          aria-label={`Yoki fayl havolasi: ${question.question}`}
          hint="Fayl bulutda (masalan, Google Drive) bo‘lsa, havolasini kiriting."
          type="url"
          inputMode="url"
          enterKeyHint="next"
        />
      )}
    </div>
  );
};
