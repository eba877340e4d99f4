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
import { entryDraftName, useLeftOpen } from './entryDrafts.ts';
import type { EntryForm, FieldSpec, Values } from './entryForm.ts';
import { entryForms } from './entryForms.ts';

const inputOf = {
  text: {},
  url: { type: 'url', inputMode: 'url', autoComplete: 'url', placeholder: 'https://' },
  date: { type: 'date' },
  whole: { type: 'number', inputMode: 'numeric', min: 0, step: 1 },
  decimal: { type: 'number', inputMode: 'decimal', min: 0, step: 0.01 },
} as const;

const Field = ({ spec, form: plain }: { spec: FieldSpec; form: EntryForm }) => {
  if (spec.kind === 'custom') return <spec.Fields form={plain} />;
  const { also, offWhile, name, label, hint, optional, placeholder } = spec;
  const form: EntryForm = also
    ? {
        ...plain,
        set: (path, value) => {
          plain.set(path, value);
          also(value, plain);
        },
      }
    : plain;
  const frame = { form, name, label, hint, optional };
  const disabled = offWhile !== undefined && plain.get(offWhile) === true;
  switch (spec.kind) {
    case 'area':
      return <TextArea {...frame} placeholder={placeholder} maxLength={spec.maxLength} />;
    case 'select':
      return <SelectField {...frame} options={spec.options} />;
    case 'check':
      return <CheckField {...frame} />;
    default:
      return (
        <TextField
          {...inputOf[spec.kind]}
          {...frame}
          {...(placeholder ? { placeholder } : {})}
          maxLength={spec.maxLength}
          disabled={disabled}
        />
      );
  }
};

const goneElsewhere = 'Bu yozuv boshqa oyna yoki qurilmada o‘chirilgan. Qayta “Saqlash”ni bossangiz, u yangidan qo‘shiladi.';

interface EntrySheetProps {
  name: StudentListName;
  /** One of them, as its toasts call it. */
  entity: string;
  /** Null adds a new one. */
  entry: { id: number } | null;
  onClose(): void;
  onRemove(): void;
}

/** The form of one entry, whichever of the eight lists it belongs to. */
export const EntrySheet = ({ name, entity, entry, onClose, onRemove }: EntrySheetProps) => {
  const { schema, payload, fields, fill, blank } = entryForms[name];
  const person = useSession()?.user_id ?? 0;
  const save = useSaveEntry(name);
  const [leaving, setLeaving] = useState(false);
  /** It was deleted elsewhere while it was changed here. */
  const [gone, setGone] = useState(false);
  const form = useForm<Values, typeof schema>({
    initial: entry ? fill(entry) : blank,
    schema,
    ...(payload ? { payload } : {}),
    keepAs: entryDraftName(person, name, entry?.id),
    submit: async (body) => {
      try {
        await save.mutateAsync({ id: gone ? undefined : entry?.id, body: body as Values });
      } catch (error) {
        const isGone = !gone && entry !== null && error instanceof ApiError && error.status === 404;
        if (isGone) setGone(true);
        const told = isGone ? new ApiError(404, { detail: goneElsewhere }) : error;
        toastError(messageFor(told));
        throw told;
      }
      toastSuccess(`${entity} ${entry && !gone ? 'yangilandi' : 'qo‘shildi'}`);
      onClose();
    },
  });
  useLeftOpen(person, name, entry?.id);
  const unsaved = form.dirty || form.restored;
  const mayClose = () => {
    if (unsaved) setLeaving(true);
    return !unsaved;
  };
  // The phone's Back closes the sheet, not the page under it.
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
              <Button look="danger" className="mr-auto" onClick={onRemove}>
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
          {form.restored && <RestoredNotice onForget={() => form.reset()} />}
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
