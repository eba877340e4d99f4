import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UnfinishedApplication } from '#contract/application.ts';
import { daysBetween, formatDate, tashkentDay } from '#contract/uzbek.ts';
import { unfinishedApplicationsQuery, useDiscardDraft } from '../../data/applications/own-applications.ts';
import { messageFor } from '../../lib/api.ts';
import { DeadlineNote } from '../../parts/opportunity/DeadlineNote.tsx';
import { LoadError } from '../../parts/states/LoadError.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';

const daysUntil = (deadline: string | null): number | null => (deadline === null ? null : daysBetween(tashkentDay(new Date()), deadline));

const DraftCard = ({ item, onDiscard }: { item: UnfinishedApplication; onDiscard(): void }) => {
  const { opportunity, title, organization_name, application_deadline, can_apply, answered, updated_at } = item;
  return (
    <div className="flex h-full flex-col gap-1 rounded-2xl border border-dashed border-control bg-surface p-5">
      <h3 className="text-lg font-semibold">{title}</h3>
      <p className="text-muted">{organization_name}</p>
      <DeadlineNote item={{ application_deadline, days_until_deadline: daysUntil(application_deadline) }} className="mt-1" />
      <p className="text-sm text-muted">
        {answered > 0 ? `${answered} ta javob saqlangan. ` : ''}Oxirgi o‘zgarish: {formatDate(updated_at, { time: true })}
      </p>
      {!can_apply && <p className="text-warning">Bu imkoniyatga ariza qabul qilinmayapti.</p>}
      <div className="mt-auto flex flex-wrap gap-3 pt-3 max-sm:*:grow">
        {can_apply ? (
          <LinkButton to={`/event/${opportunity}?apply=1`}>Davom ettirish</LinkButton>
        ) : (
          <LinkButton to={`/event/${opportunity}`} variant="secondary">
            Imkoniyatni ko‘rish
          </LinkButton>
        )}
        <Button variant="danger" aria-label={`O‘chirish: ${title}`} onClick={onDiscard}>
          O‘chirish
        </Button>
      </div>
    </div>
  );
};

/** Drafts of applications; renders nothing when there are none. */
export const UnfinishedApplications = () => {
  const { data = [], error, refetch } = useQuery(unfinishedApplicationsQuery());
  const [draftToDiscard, setDraftToDiscard] = useState<UnfinishedApplication | null>(null);
  const discard = useDiscardDraft();
  const confirm = () =>
    draftToDiscard &&
    discard
      .mutateAsync(draftToDiscard.opportunity)
      .then(() => toastSuccess('Tugallanmagan ariza o‘chirildi.'))
      .catch((problem: unknown) => toastError(messageFor(problem)))
      .finally(() => setDraftToDiscard(null));
  if (data.length === 0 && !error) return null;
  return (
    <section aria-labelledby="drafts-title" className="mb-8 space-y-4">
      <h2 id="drafts-title" className="text-xl font-semibold">
        Tugallanmagan arizalar
      </h2>
      {error && data.length === 0 && <LoadError error={error} onRetry={() => refetch()} />}
      <ul className="grid gap-4 lg:grid-cols-2">
        {data.map((item) => (
          <li key={item.opportunity}>
            <DraftCard item={item} onDiscard={() => setDraftToDiscard(item)} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={draftToDiscard !== null}
        backStep="question"
        title="Tugallanmagan ariza o‘chirilsinmi?"
        confirm="Ha, o‘chirish"
        busy={discard.isPending}
        onConfirm={confirm}
        onClose={() => setDraftToDiscard(null)}
      >
        <p>“{draftToDiscard?.title}” uchun yozgan javoblaringiz o‘chiriladi. Bu amalni ortga qaytarib bo‘lmaydi.</p>
      </ConfirmDialog>
    </section>
  );
};
