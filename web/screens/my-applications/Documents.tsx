import { useQueryClient } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { type ApplicationDetail, type ApplicationDocument, applicationCalls } from '#contract/application.ts';
import { statusGroup } from '#contract/application-rules.ts';
import { documentAccept, documentMaxBytes, documentTooLarge, documentWrongType } from '#contract/file.ts';
import { formatDate } from '#contract/uzbek.ts';
import { useRemoveDocument } from '../../data/applications/application-detail.ts';
import { messageFor } from '../../lib/api.ts';
import { useUpload } from '../../lib/upload.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FilePicker } from '../../ui/FilePicker.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';

const rules = { accept: documentAccept, maxBytes: documentMaxBytes, wrongType: documentWrongType, tooLarge: documentTooLarge };

const Add = ({ application }: { application: number }) => {
  const client = useQueryClient();
  const upload = useUpload(applicationCalls.addDocument, 'file', { application_id: application });
  const send = async (file: File) => {
    const added = await upload.start(file, { fields: { name: file.name.slice(0, 200) } });
    if (!added) return;
    toastSuccess('Hujjat qo‘shildi');
    client.invalidateQueries({ queryKey: ['applications', 'detail', application] });
  };
  return (
    <FilePicker
      label="Hujjat qo‘shish"
      name="Hujjat"
      hint="PDF, DOCX, JPG yoki PNG, 10 MB gacha. Tashkilot uni ariza bilan birga ko‘radi."
      rules={rules}
      upload={upload}
      current={null}
      onChoose={send}
    />
  );
};

const Row = ({ item, onRemove }: { item: ApplicationDocument; onRemove: (() => void) | undefined }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-xl border border-line py-2 pr-2 pl-4">
    <div className="min-w-0">
      <a href={item.url} className="inline-flex min-h-11 items-center gap-2 text-brand underline underline-offset-4">
        <FileText aria-hidden="true" className="size-5 shrink-0" />
        {item.name}
      </a>
      <p className="text-sm text-muted">Qo‘shilgan: {formatDate(item.created_at, { time: true })}</p>
    </div>
    {onRemove && (
      <Button variant="danger" aria-label={`O‘chirish: ${item.name}`} onClick={onRemove}>
        O‘chirish
      </Button>
    )}
  </li>
);

/** Documents added to an application; they can be changed until the decision. */
export const Documents = ({ item: { id, documents, status } }: { item: ApplicationDetail }) => {
  const open = statusGroup(status) === 'in_progress';
  const [removing, setRemoving] = useState<ApplicationDocument | null>(null);
  const remove = useRemoveDocument(id);
  const confirm = () =>
    removing &&
    remove
      .mutateAsync(removing.id)
      .then(() => toastSuccess('Hujjat o‘chirildi'))
      .catch((error: unknown) => toastError(messageFor(error)))
      .finally(() => setRemoving(null));
  if (!open && documents.length === 0) return null;
  return (
    <section aria-labelledby="documents" className="space-y-3">
      <h3 id="documents" className="text-lg font-semibold">
        Arizaga ilova qilingan hujjatlar
      </h3>
      {documents.length > 0 && (
        <ul className="space-y-3">
          {documents.map((document) => (
            <Row key={document.id} item={document} onRemove={open ? () => setRemoving(document) : undefined} />
          ))}
        </ul>
      )}
      {open && <Add application={id} />}
      <ConfirmDialog
        open={removing !== null}
        backStep="question"
        title="Hujjat o‘chirilsinmi?"
        confirm="Ha, o‘chirish"
        busy={remove.isPending}
        onConfirm={confirm}
        onClose={() => setRemoving(null)}
      >
        <p>“{removing?.name}” arizangizdan olib tashlanadi, tashkilot uni boshqa ko‘rmaydi. Bu amalni ortga qaytarib bo‘lmaydi.</p>
      </ConfirmDialog>
    </section>
  );
};
