import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ReplyOf } from '#contract/call.ts';
import { messageInput, type reviewCalls } from '#contract/review.ts';
import { type MessageField, messageFields } from '#contract/review-rules.ts';
import { formatNumber } from '#contract/uzbek.ts';
import { type MessageAudience, type MessageText, previewMessage, sendMessage } from '../../../data/review/received-applications.ts';
import { ApiError, messageFor } from '../../../lib/api.ts';
import { readStored, removeStored, store } from '../../../lib/browserStorage.ts';
import { fieldId, useForm } from '../../../lib/form.ts';
import { removeIdempotencyKey, storedIdempotencyKey } from '../../../lib/storedIdempotencyKey.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { TextArea, TextField } from '../../../ui/Field.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { toastSuccess } from '../../../ui/toast.ts';

/** Where what is typed is kept until it is sent; signing out forgets it. */
const draftName = 'draft:message';
/** The name of the sending, whose key is kept until the answer has come. */
const sending = 'message';

const typedBefore = (): MessageText => {
  try {
    return { subject: '', text: '', ...(JSON.parse(readStored(draftName) ?? '{}') as Partial<MessageText>) };
  } catch {
    return { subject: '', text: '' };
  }
};

/** A refusal of the group has no field of its own here. */
const ofTheForm = (error: unknown): never => {
  const { fields } = error instanceof ApiError ? error : {};
  if (error instanceof ApiError && (fields?.filter || fields?.application_ids))
    throw new ApiError(error.status, { detail: error.message, code: 'invalid' });
  throw error;
};

type Preview = ReplyOf<typeof reviewCalls.message>;
interface Checked {
  letter: MessageText;
  preview: Preview;
}

/** Buttons that put a field where the cursor was last. */
const FieldButtons = ({ onInsert }: { onInsert(field: MessageField): void }) => (
  <fieldset>
    <legend className="mb-1 text-sm">Har kimga o‘zinikini qo‘yadigan maydonlar:</legend>
    <div className="flex flex-wrap gap-2">
      {(Object.keys(messageFields) as MessageField[]).map((field) => (
        <button
          key={field}
          type="button"
          onClick={() => onInsert(field)}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-control bg-surface px-4 text-sm hover:bg-sunken"
        >
          {messageFields[field]} <code className="text-muted">{`{${field}}`}</code>
        </button>
      ))}
    </div>
  </fieldset>
);

/** What one of them will read. */
const Example = ({ preview: { recipients, example } }: { preview: Preview }) => (
  <div className="space-y-4">
    <p role="status">
      {recipients === 0 ? (
        'Bu guruhda xabar oladigan hech kim yo‘q.'
      ) : (
        <>
          Xabarni <b>{formatNumber(recipients)} kishi</b> ilovada va elektron pochtasida oladi. Yuborilgach, uni qaytarib bo‘lmaydi.
        </>
      )}
    </p>
    {example && (
      <div className="rounded-xl bg-sunken p-4">
        <p className="text-sm text-muted">Masalan, {example.to} uchun:</p>
        <p className="mt-2 font-semibold">{example.subject}</p>
        <p className="mt-1 whitespace-pre-line">{example.text}</p>
      </div>
    )}
  </div>
);

/** A message to a group: written, looked at as one of them will read it, sent once. What is typed stays until then. */
const MessageSheet = ({ audience, group, onClose }: { audience: MessageAudience; group: string; onClose(): void }) => {
  const [checked, setChecked] = useState<Checked | null>(null);
  const form = useForm({
    initial: typedBefore(),
    schema: messageInput,
    submit: async (letter) => setChecked({ letter, preview: await previewMessage(audience, letter).catch(ofTheForm) }),
  });
  const { values } = form;
  const sent = useRef(false);
  useEffect(() => {
    if (!sent.current && (values.subject || values.text)) store(draftName, JSON.stringify(values));
  }, [values]);

  const send = useMutation({
    mutationFn: (letter: MessageText) => {
      const body = { ...audience, ...letter };
      return sendMessage(body, storedIdempotencyKey(sending, body));
    },
    onSuccess: ({ recipients }) => {
      sent.current = true;
      removeStored(draftName);
      removeIdempotencyKey(sending);
      toastSuccess('Xabar yuborildi', `${formatNumber(recipients)} kishi oladi.`);
      onClose();
    },
  });

  const last = useRef<keyof MessageText>('text');
  const insert = (field: MessageField) => {
    const path = last.current;
    const control = document.getElementById(fieldId(path)) as HTMLInputElement | HTMLTextAreaElement | null;
    const before = values[path];
    const [from, to] = [control?.selectionStart ?? before.length, control?.selectionEnd ?? before.length];
    form.set(path, `${before.slice(0, from)}{${field}}${before.slice(to)}`);
    requestAnimationFrame(() => {
      control?.focus();
      const caret = from + field.length + 2;
      control?.setSelectionRange(caret, caret);
    });
  };

  const isBusy = form.busy || send.isPending;
  return (
    <Sheet
      open
      wide
      title={checked ? 'Xabarni tekshiring' : 'Xabar yozish'}
      onClose={onClose}
      mayClose={() => !isBusy}
      backStep="sheet"
      footer={
        checked ? (
          <>
            <Button
              look="secondary"
              disabled={send.isPending}
              onClick={() => {
                send.reset();
                setChecked(null);
              }}
            >
              Tahrirlash
            </Button>
            <Button
              busy={send.isPending}
              aria-disabled={checked.preview.recipients === 0 || undefined}
              onClick={() => checked.preview.recipients > 0 && send.mutate(checked.letter)}
            >
              Yuborish ({formatNumber(checked.preview.recipients)})
            </Button>
          </>
        ) : (
          <>
            <Button look="secondary" disabled={form.busy} onClick={onClose}>
              Yopish
            </Button>
            <Button busy={form.busy} onClick={() => form.onSubmit()}>
              Ko‘rib chiqish
            </Button>
          </>
        )
      }
    >
      {checked ? (
        <div className="space-y-4">
          <Example preview={checked.preview} />
          {send.isError && (
            <p role="alert" className="rounded-xl bg-danger-soft p-4 font-medium text-danger">
              {messageFor(send.error)}
            </p>
          )}
        </div>
      ) : (
        <form className="space-y-4" onSubmit={form.onSubmit} noValidate>
          <ErrorSummary form={form} />
          <p>
            Kimga: <b>{group}</b>. Arizasini o‘zi bekor qilganlarga yuborilmaydi.
          </p>
          <TextField form={form} name="subject" label="Mavzu" maxLength={200} onFocus={() => (last.current = 'subject')} />
          <TextArea
            form={form}
            name="text"
            label="Xabar matni"
            rows={8}
            maxLength={5000}
            counter={5000}
            onFocus={() => (last.current = 'text')}
          />
          <FieldButtons onInsert={insert} />
        </form>
      )}
    </Sheet>
  );
};
export default MessageSheet;
