import { useState } from 'react';
import type { StudentListName } from '#contract/student.ts';
import { useSaveEntry } from '../../../data/students/profile.ts';
import { ApiError, messageFor } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { useSession } from '../../../lib/session.ts';
import { useBackButton } from '../../../lib/useBackButton.ts';
import { RestoredNotice } from '../../../parts/states/RestoredNotice.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../../../ui/Field.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { entryDraftName, useRememberOpenEntry } from './entryDrafts.ts';
import type { EntryForm, EntryValues, FieldSpec } from './entryForm.ts';
import { entryForms } from './entryForms.ts';

const inputProps = {
  text: {},
  url: { type: 'url', inputMode: 'url', autoComplete: 'url', placeholder: 'https://' },
  date: { type: 'date' },
  integer: { type: 'number', inputMode: 'numeric', min: 0, step: 1 },
  decimal: { type: 'number', inputMode: 'decimal', min: 0, step: 0.01 },
} as const;

const Field = ({ spec, form: entryForm }: { spec: FieldSpec; form: EntryForm }) => {
  if (spec.kind === 'custom') return <spec.Fields form={entryForm} />;
  const { also, offWhile, name, label, hint, optional, placeholder } = spec;
  const form: EntryForm = also
    ? {
        ...entryForm,
        set: (path, value) => {
          entryForm.set(path, value);
          also(value, entryForm);
        },
      }
    : entryForm;
  const common = { form, name, label, hint, optional };
  const disabled = offWhile !== undefined && entryForm.get(offWhile) === true;
  switch (spec.kind) {
    case 'area':
      return <TextArea {...common} placeholder={placeholder} maxLength={spec.maxLength} />;
    case 'select':
      return <SelectField {...common} options={spec.options} />;
    case 'check':
      return <CheckField {...common} />;
    default:
      return (
        <TextField
          {...inputProps[spec.kind]}
          {...common}
          {...(placeholder ? { placeholder } : {})}
          maxLength={spec.maxLength}
          disabled={disabled}
        />
      );
  }
};

const deletedElsewhere = 'Bu yozuv boshqa oyna yoki qurilmada o‘chirilgan. Qayta “Saqlash”ni bossangiz, u yangidan qo‘shiladi.';

interface EntrySheetProps {
  name: StudentListName;
  /** Singular noun used in titles and toasts. */
  entity: string;
  /** Null adds a new entry. */
  entry: { id: number } | null;
  onClose(): void;
  onRemove(): void;
}

/** Sheet with the form of one entry of any of the eight lists. */
export const EntrySheet = ({ name, entity, entry, onClose, onRemove }: EntrySheetProps) => {
  const { schema, payload, fields, fill, blank } = entryForms[name];
  const userId = useSession()?.user_id ?? 0;
  const save = useSaveEntry(name);
  const [leaving, setLeaving] = useState(false);
  /** The entry was deleted elsewhere while it was edited. */
  const [isDeleted, setIsDeleted] = useState(false);
  const form = useForm<EntryValues, typeof schema>({
    initial: entry ? fill(entry) : blank,
    schema,
    ...(payload ? { payload } : {}),
    draftName: entryDraftName(userId, name, entry?.id),
    submit: async (body) => {
      try {
        await save.mutateAsync({ id: isDeleted ? undefined : entry?.id, body: body as EntryValues });
      } catch (error) {
        const wasDeleted = !isDeleted && entry !== null && error instanceof ApiError && error.status === 404;
        if (wasDeleted) setIsDeleted(true);
        const shownError = wasDeleted ? new ApiError(404, { detail: deletedElsewhere }) : error;
        toastError(messageFor(shownError));
        throw shownError;
      }
      toastSuccess(`${entity} ${entry && !isDeleted ? 'yangilandi' : 'qo‘shildi'}`);
      onClose();
    },
  });
  useRememberOpenEntry(userId, name, entry?.id);
  const hasUnsaved = form.dirty || form.restored;
  const mayClose = () => {
    if (hasUnsaved) setLeaving(true);
    return !hasUnsaved;
  };
  // Back closes the sheet instead of leaving the page.
  useBackButton(true, 'sheet', () => mayClose() && onClose());
  const id = `entry-${name}`;
  return (
    <>
      <Sheet
        open
        title={entry ? `${entity}ni tahrirlash` : `${entity} qo‘shish`}
        onClose={onClose}
        mayClose={mayClose}
        footer={
          <>
            {entry && (
              <Button variant="danger" className="mr-auto" onClick={onRemove}>
                O‘chirish
              </Button>
            )}
            <Button type="submit" form={id} busy={form.busy}>
              {form.busy ? 'Saqlanmoqda...' : 'Saqlash'}
            </Button>
          </>
        }
      >
        <form id={id} noValidate onSubmit={form.onSubmit} className="space-y-4">
          {form.restored && <RestoredNotice onDiscard={() => form.reset()} />}
          <ErrorSummary form={form} />
          {fields.map((spec) => (
            <Field key={spec.name} spec={spec} form={form} />
          ))}
        </form>
      </Sheet>
      <ConfirmDialog
        open={leaving}
        title="O‘zgarishlar saqlanmagan"
        confirm="Saqlamasdan yopish"
        cancel="Tahrirlashni davom ettirish"
        onClose={() => setLeaving(false)}
        onConfirm={() => {
          form.reset();
          onClose();
        }}
      >
        Yopsangiz, kiritgan ma’lumotlaringiz saqlanmaydi.
      </ConfirmDialog>
    </>
  );
};
