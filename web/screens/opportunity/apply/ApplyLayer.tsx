import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import * as z from 'zod/mini';
import { checkAnswers } from '#contract/application-rules.ts';
import type { OpportunityDetail, Question } from '#contract/opportunity.ts';
import { readinessOf } from '#contract/readiness.ts';
import { formatDate } from '#contract/uzbek.ts';
import { useApply } from '../../../data/apply.ts';
import { forgetApplying } from '../../../data/applying.ts';
import { opportunityQuery } from '../../../data/opportunities.ts';
import { profileQuery } from '../../../data/students.ts';
import { ApiError } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { useSession } from '../../../lib/session.ts';
import { Failure } from '../../../parts/Failure.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Card.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { Consent } from './Consent.tsx';
import { Questions } from './Questions.tsx';
import { cardId, RequiredSections } from './RequiredSections.tsx';
import { Facts, ProfileSummary } from './Summary.tsx';

/** What is typed, held against the questions as the server will hold it; the answers to send come out. */
const answersOf = (questions: readonly Question[]) =>
  z.pipe(
    z.object({ answers: z.record(z.string(), z.unknown()) }).check((context) => {
      for (const [id, [message]] of Object.entries(checkAnswers(questions, context.value.answers).errors))
        context.issues.push({ code: 'custom', message: message as string, path: ['answers', id], input: context.value });
    }),
    z.transform(({ answers }) => checkAnswers(questions, answers).answers),
  );

const titlesOf = (questions: readonly Question[], errors: Record<string, string>) =>
  questions
    .filter(({ id }) => errors[`answers.${id}`])
    .map(({ question }) => question)
    .join('; ');

interface ApplyProps {
  opportunity: OpportunityDetail;
  onClose(): void;
  onDone(): void;
}

/** The application form over the whole screen. Everything behind it is out of reach until it closes. */
const ApplyLayer = ({ opportunity, onClose, onDone }: ApplyProps) => {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = document.getElementById('root');
    const before = document.activeElement as HTMLElement | null;
    // Back here from the profile, or a new start: either way nothing waits elsewhere any more.
    forgetApplying();
    root?.setAttribute('inert', '');
    layer.current?.querySelector('h2')?.focus();
    return () => {
      root?.removeAttribute('inert');
      before?.focus?.({ preventScroll: true });
    };
  }, []);

  return createPortal(
    <div
      ref={layer}
      role="dialog"
      aria-modal="true"
      aria-labelledby="apply-title"
      data-layer=""
      className="fixed inset-0 z-50 flex flex-col bg-page"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex w-full max-w-3xl items-center gap-1 py-1 pr-4 pl-1">
          <IconButton label="Orqaga" onClick={onClose}>
            <ArrowLeft aria-hidden="true" />
          </IconButton>
          <h2 id="apply-title" tabIndex={-1} className="text-lg font-semibold">
            Ariza topshirish
          </h2>
        </div>
      </header>
      <Application opportunity={opportunity} onDone={onDone} />
    </div>,
    document.body,
  );
};

const Application = ({ opportunity, onDone }: Omit<ApplyProps, 'onClose'>) => {
  const { id, profile_requirements: requirements, additional_questions: questions } = opportunity;
  const person = useSession()?.user_id ?? 0;
  const client = useQueryClient();
  const { data: profile, error, isPending, refetch } = useQuery(profileQuery());
  const apply = useApply(id);
  /** The profile in which the server missed sections, until they are pointed at. */
  const missed = useRef<typeof profile | null>(null);
  /** The server would not take it as things are now; behind this form the page still says otherwise. */
  const refused = useRef(false);
  useEffect(
    () => () => {
      if (refused.current) client.invalidateQueries({ queryKey: opportunityQuery(id).queryKey });
    },
    [client, id],
  );

  const form = useForm({
    initial: { answers: {} as Record<string, unknown> },
    schema: answersOf(questions),
    keepAs: `apply:${person}:${id}`,
    submit: async (answers) => {
      try {
        await apply.mutateAsync(answers);
      } catch (problem) {
        // The answer to an earlier try was lost on its way, and that try had arrived.
        if (!(problem instanceof ApiError) || problem.code !== 'already_applied') throw await explained(problem);
        client.invalidateQueries({ queryKey: ['applications'] });
      }
      toastSuccess('Ariza yuborildi', whatNext(opportunity));
      onDone();
    },
  });

  const readiness = profile && readinessOf(requirements, profile);
  const ready = readiness?.ready === true;

  /** Sections the server misses are shown on their cards, from the profile as it is now. */
  const explained = async (problem: unknown) => {
    const fields = problem instanceof ApiError ? problem.fields : undefined;
    if (!fields) {
      refused.current = true;
      return problem;
    }
    // Questions or sections may have been changed since the page was opened: they are shown as they are now.
    await client.refetchQueries({ queryKey: opportunityQuery(id).queryKey });
    if (!fields.missing_sections) return problem;
    const { data: now } = await refetch();
    missed.current = now ?? null;
    return new ApiError(400, fields.answers ? { answers: fields.answers } : { detail: "Profil to'ldirilmagan" });
  };
  /** What is asked for now; just refreshed, it reaches this component's properties a moment later. */
  const asked = () => client.getQueryData(opportunityQuery(id).queryKey) ?? opportunity;
  const pointAtMissing = (facts: NonNullable<typeof profile>) => {
    const { missing } = readinessOf(asked().profile_requirements, facts);
    const names = missing.map(({ section_display }) => section_display).join(', ');
    toastError(`Ariza yuborishdan oldin quyidagi bo‘limlarni to‘ldiring: ${names}.`, "Profil to'ldirilmagan");
    const first = missing[0];
    if (first) requestAnimationFrame(() => document.getElementById(cardId(first.id))?.focus());
  };

  // After the render of a failed submit, which holds its errors and gives the focus to their summary.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per failed submit
  useEffect(() => {
    const titles = titlesOf(asked().additional_questions, form.errors);
    if (form.failures > 0 && titles) toastError(titles, 'Savollarga javob kiriting');
    if (missed.current) pointAtMissing(missed.current);
    missed.current = null;
  }, [form.failures]);

  const submit = () => {
    if (!profile || form.busy) return;
    if (!ready) return pointAtMissing(profile);
    form.onSubmit();
  };

  return (
    <>
      <div className="grow overflow-y-auto overscroll-contain">
        <div className="mx-auto w-full max-w-3xl space-y-6 px-4 py-5">
          <ErrorSummary form={form} />
          <Facts opportunity={opportunity} />
          {error && !profile ? <Failure error={error} onRetry={refetch} /> : null}
          {isPending && <Waiting />}
          {profile && <ProfileSummary profile={profile} opportunity={id} />}
          {readiness && <RequiredSections readiness={readiness} opportunity={id} />}
          <Questions form={form} questions={questions} />
          <Consent organization={opportunity.organization_name} profile={profile} />
        </div>
      </div>
      <footer className="border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]">
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-2 px-4 py-3 sm:flex-row-reverse sm:items-center sm:justify-between">
          <Button
            className="w-full sm:w-auto"
            aria-disabled={!ready || form.busy || undefined}
            aria-busy={form.busy || undefined}
            onClick={submit}
          >
            {form.busy ? 'Yuborilmoqda...' : profile && !ready ? "Profilni to'ldiring" : 'Ariza yuborish'}
          </Button>
          <p className="text-sm text-muted">
            {profile && !ready ? (
              `Majburiy bo‘limlar: ${readiness?.progress}% bajarildi.`
            ) : (
              <>
                Yuborish bilan{' '}
                <button type="button" className="text-brand underline underline-offset-2" onClick={showConsent}>
                  ma’lumotlaringiz ulashilishiga
                </button>{' '}
                rozilik bildirasiz.
              </>
            )}
          </p>
        </div>
      </footer>
    </>
  );
};

const showConsent = () => {
  document.getElementById('apply-consent')?.focus();
};

const whatNext = ({ organization_name, result_announcement_date }: OpportunityDetail): string =>
  `${organization_name} arizangizni ko‘rib chiqadi. ${
    result_announcement_date ? `Natija ${formatDate(result_announcement_date)} kuni e’lon qilinadi. ` : ''
  }Holatini “Arizalar” bo‘limida kuzatib boring.`;

const Waiting = () => (
  <div role="status" className="space-y-4">
    <span className="sr-only">Yuklanmoqda...</span>
    <Skeleton className="h-24" />
    <Skeleton className="h-40" />
  </div>
);

export default ApplyLayer;
