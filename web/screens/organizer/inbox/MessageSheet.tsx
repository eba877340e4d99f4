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

/** Storage key of the unsent message; cleared on sign-out. */
const draftKey = 'draft:message';
/** Name under which the idempotency key is stored until the reply arrives. */
const keyName = 'message';

const readDraft = (): MessageText => {
  try {
    return { subject: '', text: '', ...(JSON.parse(readStored(draftKey) ?? '{}') as Partial<MessageText>) };
  } catch {
    return { subject: '', text: '' };
  }
};

/** The form has no field for the audience, so an error of the audience becomes an error of the whole form. @throws ApiError always */
const rethrowForForm = (error: unknown): never => {
  const { fields } = error instanceof ApiError ? error : {};
  if (error instanceof ApiError && (fields?.filter || fields?.application_ids))
    throw new ApiError(error.status, { detail: error.message, code: 'invalid' });
  throw error;
};

type Preview = ReplyOf<typeof reviewCalls.message>;
interface CheckedMessage {
  message: MessageText;
  preview: Preview;
}

/** Buttons that insert a placeholder at the last cursor position. */
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

/** The number of recipients, and the message as one of them will read it. */
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

/** Writes a message to a group, previews it for one recipient and sends it once. The draft is stored until it is sent. */
const MessageSheet = ({ audience, group, onClose }: { audience: MessageAudience; group: string; onClose(): void }) => {
  const [checked, setChecked] = useState<CheckedMessage | null>(null);
  const form = useForm({
    initial: readDraft(),
    schema: messageInput,
    submit: async (message) => setChecked({ message, preview: await previewMessage(audience, message).catch(rethrowForForm) }),
  });
  const { values } = form;
  const sent = useRef(false);
  useEffect(() => {
    if (!sent.current && (values.subject || values.text)) store(draftKey, JSON.stringify(values));
  }, [values]);

  const send = useMutation({
    mutationFn: (message: MessageText) => {
      const body = { ...audience, ...message };
      return sendMessage(body, storedIdempotencyKey(keyName, body));
    },
    onSuccess: ({ recipients }) => {
      sent.current = true;
      removeStored(draftKey);
      removeIdempotencyKey(keyName);
      toastSuccess('Xabar yuborildi', `${formatNumber(recipients)} kishi oladi.`);
      onClose();
    },
  });

  const lastFocused = useRef<keyof MessageText>('text');
  const insert = (field: MessageField) => {
    const path = lastFocused.current;
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
              variant="secondary"
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
              onClick={() => checked.preview.recipients > 0 && send.mutate(checked.message)}
            >
              Yuborish ({formatNumber(checked.preview.recipients)})
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" disabled={form.busy} onClick={onClose}>
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
          <TextField form={form} name="subject" label="Mavzu" maxLength={200} onFocus={() => (lastFocused.current = 'subject')} />
          <TextArea
            form={form}
            name="text"
            label="Xabar matni"
            rows={8}
            maxLength={5000}
            counter={5000}
            onFocus={() => (lastFocused.current = 'text')}
          />
          <FieldButtons onInsert={insert} />
        </form>
      )}
    </Sheet>
  );
};
export default MessageSheet;
