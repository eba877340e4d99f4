import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { checkAnswers } from '#contract/application-rules.ts';
import type { OpportunityDetail, Question } from '#contract/opportunity.ts';
import { profileReadiness } from '#contract/readiness.ts';
import { formatDate } from '#contract/uzbek.ts';
import { useApply } from '../../../data/applications/apply.ts';
import type { FormAnswers } from '../../../data/applications/local-draft.ts';
import { refreshApplications } from '../../../data/applications/refresh.ts';
import { opportunityQuery } from '../../../data/opportunities/opportunities.ts';
import { profileQuery } from '../../../data/students/profile.ts';
import { ApiError } from '../../../lib/api.ts';
import { fieldId, useForm } from '../../../lib/form.ts';
import { answersSchema } from '../../../parts/application/answers.ts';
import { QuestionFields, questionsByField } from '../../../parts/application/Questions.tsx';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Card.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { Check } from './Check.tsx';
import { Conflict, draftDifferences } from './Conflict.tsx';
import { DraftStatus } from './DraftStatus.tsx';
import { Footer } from './Footer.tsx';
import { cardId, RequiredSections } from './RequiredSections.tsx';
import { SharedProfile } from './SharedProfile.tsx';
import { OpportunityFacts, ProfileSummary } from './Summary.tsx';
import { useCheckStep } from './useCheckStep.ts';
import { useDraft } from './useDraft.ts';

/** Titles of the questions with errors, for the toast. */
const invalidTitles = (questions: readonly Question[], errors: Record<string, string>) =>
  questions
    .filter(({ id }) => errors[`answers.${id}`])
    .map(({ question }) => question)
    .join('; ');

const body = 'grow overflow-y-auto overscroll-contain';
const column = 'mx-auto w-full max-w-3xl space-y-6 px-4 py-5';

interface ApplicationFormProps {
  opportunity: OpportunityDetail;
  user: number;
  onClose(): void;
  onDone(): void;
}

/** The application form in two steps: the answers, then a summary to check and send. */
export const ApplicationForm = ({ opportunity, user, onClose, onDone }: ApplicationFormProps) => {
  const { id, profile_requirements: requirements, additional_questions: questions } = opportunity;
  const client = useQueryClient();
  const { data: profile, error, isPending, refetch } = useQuery(profileQuery());
  const apply = useApply(id);
  const check = useCheckStep(id);
  const draft = useDraft(user, id, questions);
  const uploading = useRef(new Set<string>());
  /** Sets the focus when the answers are shown again. */
  const focusNext = useRef<() => void>(null);
  /** The profile the server found incomplete, until its missing sections have been focused. */
  const incompleteProfile = useRef<typeof profile | null>(null);
  /** The server refused the application, so the opportunity behind this form is out of date. */
  const isRefused = useRef(false);
  useEffect(
    () => () => {
      if (isRefused.current) client.invalidateQueries({ queryKey: opportunityQuery(id).queryKey });
    },
    [client, id],
  );

  const form = useForm({
    initial: { answers: draft.initial },
    schema: answersSchema(questions),
    submit: async (answers) => {
      if (questions.length > 0 && !isChecking) return check.open();
      await send(answers);
    },
  });
  const { values, dirty } = form;
  draft.onReplace((answers: FormAnswers) => form.reset({ answers }));
  const { autosave } = draft;
  useEffect(() => {
    if (dirty) autosave.update(values.answers);
  }, [values, dirty, autosave]);

  const send = async (answers: Record<string, unknown>) => {
    autosave.pause();
    try {
      await apply.mutateAsync(answers);
    } catch (problem) {
      // Already applied: an earlier attempt had arrived, but its reply was lost.
      if (!(problem instanceof ApiError) || problem.code !== 'already_applied') {
        autosave.resume();
        throw await explainRefusal(problem);
      }
      client.invalidateQueries({ queryKey: ['applications'] });
    }
    autosave.finish();
    toastSuccess('Ariza yuborildi', nextSteps(opportunity));
    if (isChecking) check.leave(onDone);
    else onDone();
  };

  const readiness = profile && profileReadiness(requirements, profile);
  const ready = readiness?.ready === true;
  const { conflict } = draft;
  const canCheck = ready && !conflict && Object.keys(checkAnswers(questions, values.answers).errors).length === 0;
  const isChecking = check.isRequested && draft.isReady && canCheck;

  // A reload or Forward may lead to the check step when the answers are not complete.
  const isLoaded = draft.isReady && !isPending;
  const cannotCheck = check.isRequested && isLoaded && !canCheck;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per change
  useEffect(() => {
    if (cannotCheck) check.leave();
  }, [cannotCheck]);

  const wasChecking = useRef(false);
  useEffect(() => {
    if (wasChecking.current && !isChecking) (focusNext.current ?? focusSubmit)();
    if (!isChecking) focusNext.current = null;
    wasChecking.current = isChecking;
  }, [isChecking]);
  const backToAnswers = (focus: () => void) => {
    if (!isChecking) return focus();
    focusNext.current = focus;
    check.leave();
  };

  const isSentElsewhere =
    draft.status.is === 'failed' && draft.status.error instanceof ApiError && draft.status.error.code === 'already_applied';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!isSentElsewhere) return;
    autosave.pause();
    toastSuccess('Ariza yuborilgan', 'Bu ariza boshqa qurilmada yoki oynada yuborilgan. Holatini “Arizalar” bo‘limida kuzatib boring.');
    refreshApplications(client);
    if (isChecking) check.leave(onDone);
    else onDone();
  }, [isSentElsewhere]);

  const differences = conflict && draftDifferences(questions, values.answers, conflict);
  const isSame = differences?.length === 0;
  useEffect(() => {
    // The drafts differ only in questions that have been removed.
    if (isSame) autosave.resolveConflict('local');
  }, [isSame, autosave]);

  /** Turns a refusal into the error to show; refetches what it depends on. */
  const explainRefusal = async (problem: unknown) => {
    const fields = problem instanceof ApiError ? problem.fields : undefined;
    if (!fields) {
      isRefused.current = true;
      return problem;
    }
    // Questions or sections may have changed since the page was opened.
    await client.refetchQueries({ queryKey: opportunityQuery(id).queryKey });
    if (!fields.missing_sections) return problem;
    const { data: now } = await refetch();
    incompleteProfile.current = now ?? null;
    return new ApiError(400, fields.answers ? { answers: fields.answers } : { detail: "Profil to'ldirilmagan" });
  };
  /** The opportunity from the cache: after a refetch it is newer than the property. */
  const currentOpportunity = () => client.getQueryData(opportunityQuery(id).queryKey) ?? opportunity;
  const focusMissingSection = (current: NonNullable<typeof profile>) => {
    const { missing } = profileReadiness(currentOpportunity().profile_requirements, current);
    const names = missing.map(({ section_display }) => section_display).join(', ');
    toastError(`Ariza yuborishdan oldin quyidagi bo‘limlarni to‘ldiring: ${names}.`, "Profil to'ldirilmagan");
    const first = missing[0];
    if (first) backToAnswers(() => requestAnimationFrame(() => document.getElementById(cardId(first.id))?.focus()));
  };

  // Runs after the render of a failed submit, which focuses the error summary.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per failed submit
  useEffect(() => {
    const titles = invalidTitles(currentOpportunity().additional_questions, form.errors);
    if (form.failures > 0 && titles) {
      toastError(titles, 'Savollarga javob kiriting');
      backToAnswers(focusSummary);
    }
    if (incompleteProfile.current) focusMissingSection(incompleteProfile.current);
    incompleteProfile.current = null;
  }, [form.failures]);

  const submit = () => {
    if (!profile || form.busy || !draft.isReady) return;
    if (conflict) return document.getElementById('apply-conflict')?.focus();
    if (uploading.current.size > 0) return toastError('Fayl yuklanib bo‘lishini kuting yoki yuklashni to‘xtating.', 'Fayl yuklanmoqda');
    if (!ready) return focusMissingSection(profile);
    form.onSubmit();
  };
  const choose = (winner: 'local' | 'server') => {
    autosave.resolveConflict(winner);
    requestAnimationFrame(() => document.getElementById('apply-questions')?.focus());
  };
  const note = conflict
    ? 'Avval yuqorida qaysi javoblar qolishini tanlang.'
    : readiness && !ready
      ? `Majburiy bo‘limlar: ${readiness.progress}% bajarildi.`
      : questions.length > 0 && !isChecking
        ? 'Keyingi qadamda hammasini tekshirib, keyin yuborasiz.'
        : undefined;
  const back = () => (isChecking ? check.leave() : onClose());

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving a field saves the answers; Esc goes back from anywhere
    <div className="flex min-h-0 grow flex-col" onKeyDown={(event) => event.key === 'Escape' && back()} onBlur={() => autosave.flush()}>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex w-full max-w-3xl items-center gap-1 py-1 pr-4 pl-1">
          <IconButton label="Orqaga" onClick={back}>
            <ArrowLeft aria-hidden="true" />
          </IconButton>
          <div className="min-w-0 sm:flex sm:grow sm:items-baseline sm:justify-between sm:gap-4">
            <h2 id="apply-title" tabIndex={-1} className="text-lg font-semibold">
              Ariza topshirish
            </h2>
            {questions.length > 0 && <DraftStatus status={draft.status} />}
          </div>
        </div>
      </header>
      {isChecking && (
        <div className={body}>
          <div className={column}>
            <ErrorSummary form={form} labels={questionsByField(questions)} />
            <Check
              opportunity={opportunity}
              profile={profile as NonNullable<typeof profile>}
              answers={values.answers}
              onChange={(question) => backToAnswers(() => document.getElementById(fieldId(`answers.${question.id}`))?.focus())}
            />
          </div>
        </div>
      )}
      {/* Mounted during the check too, for uploads in progress and the scroll position. Focusable while it has no field, so that the keyboard can scroll it. */}
      <div className={body} hidden={isChecking} tabIndex={isPending ? 0 : undefined}>
        <div className={column}>
          <div id="apply-problems" className="empty:hidden">
            <ErrorSummary form={form} labels={questionsByField(questions)} />
          </div>
          <OpportunityFacts opportunity={opportunity} />
          {error && !profile ? <LoadError error={error} onRetry={refetch} /> : null}
          {isPending && <AnswersSkeleton />}
          {profile && <ProfileSummary profile={profile} opportunity={id} />}
          {readiness && <RequiredSections readiness={readiness} opportunity={id} />}
          {!draft.isReady && <AnswersSkeleton />}
          {conflict && differences && !isSame && <Conflict differences={differences} changedAt={conflict.updated_at} onChoose={choose} />}
          <div hidden={!draft.isReady || conflict !== null}>
            <QuestionFields form={form} questions={questions} uploading={uploading} />
          </div>
          {profile && questions.length === 0 && (
            <SharedProfile profile={profile} opportunity={id} organization={opportunity.organization_name} />
          )}
        </div>
      </div>
      <Footer
        label={form.busy ? 'Yuborilmoqda...' : profile && !ready ? "Profilni to'ldiring" : 'Ariza yuborish'}
        isOff={!ready || form.busy || conflict !== null || !draft.isReady}
        isBusy={form.busy}
        note={note}
        onSubmit={submit}
      />
    </div>
  );
};

const focusSubmit = () => document.getElementById('apply-submit')?.focus();
const focusSummary = () => document.querySelector<HTMLElement>('#apply-problems [role=alert]')?.focus();

/** The toast's text after sending. */
const nextSteps = ({ organization_name, result_announcement_date }: OpportunityDetail): string =>
  `${organization_name} arizangizni ko‘rib chiqadi. ${
    result_announcement_date ? `Natija ${formatDate(result_announcement_date)} kuni e’lon qilinadi. ` : ''
  }Holatini “Arizalar” bo‘limida kuzatib boring.`;

const AnswersSkeleton = () => (
  <div role="status" className="space-y-4">
    <span className="sr-only">Yuklanmoqda...</span>
    <Skeleton className="h-24" />
    <Skeleton className="h-40" />
  </div>
);
