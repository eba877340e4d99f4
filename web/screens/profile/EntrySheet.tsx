import { useState } from 'react';
import { useSaveEntry } from '../../data/students.ts';
import { messageFor } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import type { EntryForm, FieldSpec, Listing, Values } from './listing.ts';

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

interface EntrySheetProps<Entry extends { id: number }> {
  listing: Listing<Entry>;
  /** Null adds a new one. */
  entry: Entry | null;
  onClose(): void;
  onRemove(entry: Entry): void;
}

/** The form of one entry, whichever of the eight lists it belongs to. */
export const EntrySheet = <Entry extends { id: number }>({ listing, entry, onClose, onRemove }: EntrySheetProps<Entry>) => {
  const { name, entity, schema, payload, fields } = listing;
  const person = useSession()?.user_id ?? 0;
  const save = useSaveEntry(name);
  const [leaving, setLeaving] = useState(false);
  const form = useForm<Values, typeof schema>({
    initial: entry ? listing.fill(entry) : listing.blank,
    schema,
    payload,
    keepAs: `profile-entry:${person}:${name}:${entry?.id ?? 'new'}`,
    submit: async (body) => {
      try {
        await save.mutateAsync({ id: entry?.id, body: body as Values });
      } catch (error) {
        toastError(messageFor(error));
        throw error;
      }
      toastSuccess(`${entity} ${entry ? 'yangilandi' : 'qo‘shildi'}`);
      onClose();
    },
  });
  const id = `entry-${name}`;
  return (
    <>
      <Sheet
        open
        title={entry ? `${entity}: tahrirlash` : `${entity} qo‘shish`}
        onClose={onClose}
        mayClose={() => {
          if (form.dirty) setLeaving(true);
          return !form.dirty;
        }}
        footer={
          <>
            {entry && (
              <Button look="danger" className="mr-auto" onClick={() => onRemove(entry)}>
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
          <ErrorSummary form={form} />
          {fields.map((spec) => (
            <Field key={spec.name} spec={spec} form={form} />
          ))}
        </form>
      </Sheet>
      <ConfirmDialog
        open={leaving}
        title="Saqlanmagan o‘zgarishlar bor"
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
