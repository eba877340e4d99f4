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
import { Questions, questionsByField } from '../../../parts/application/Questions.tsx';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Card.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.ts';
import { Check } from './Check.tsx';
import { Conflict, differencesOf } from './Conflict.tsx';
import { DraftStatus } from './DraftStatus.tsx';
import { Footer } from './Footer.tsx';
import { cardId, RequiredSections } from './RequiredSections.tsx';
import { Sent } from './Sent.tsx';
import { Facts, ProfileSummary } from './Summary.tsx';
import { useCheckStep } from './useCheckStep.ts';
import { useDraft } from './useDraft.ts';

const titlesOf = (questions: readonly Question[], errors: Record<string, string>) =>
  questions
    .filter(({ id }) => errors[`answers.${id}`])
    .map(({ question }) => question)
    .join('; ');

const body = 'grow overflow-y-auto overscroll-contain';
const column = 'mx-auto w-full max-w-3xl space-y-6 px-4 py-5';

interface ApplicationProps {
  opportunity: OpportunityDetail;
  person: number;
  onClose(): void;
  onDone(): void;
}

/** One application from the first answer to sending: answers, then everything to check, then one submit. */
export const Application = ({ opportunity, person, onClose, onDone }: ApplicationProps) => {
  const { id, profile_requirements: requirements, additional_questions: questions } = opportunity;
  const client = useQueryClient();
  const { data: profile, error, isPending, refetch } = useQuery(profileQuery());
  const apply = useApply(id);
  const check = useCheckStep(id);
  const draft = useDraft(person, id, questions);
  const underWay = useRef(new Set<string>());
  /** Where the focus goes when the answers are shown again. */
  const goTo = useRef<() => void>(null);
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
    initial: { answers: draft.initial },
    schema: answersSchema(questions),
    submit: async (answers) => {
      if (questions.length > 0 && !isChecking) return check.open();
      await send(answers);
    },
  });
  const { values, dirty } = form;
  draft.adoptInto((answers: FormAnswers) => form.reset({ answers }));
  const { keeper } = draft;
  useEffect(() => {
    if (dirty) keeper.typed(values.answers);
  }, [values, dirty, keeper]);

  const send = async (answers: Record<string, unknown>) => {
    keeper.hold();
    try {
      await apply.mutateAsync(answers);
    } catch (problem) {
      // The answer to an earlier try was lost on its way, and that try had arrived.
      if (!(problem instanceof ApiError) || problem.code !== 'already_applied') {
        keeper.release();
        throw await explained(problem);
      }
      client.invalidateQueries({ queryKey: ['applications'] });
    }
    keeper.finish();
    toastSuccess('Ariza yuborildi', whatNext(opportunity));
    if (isChecking) check.leave(onDone);
    else onDone();
  };

  const readiness = profile && profileReadiness(requirements, profile);
  const ready = readiness?.ready === true;
  const { conflict } = draft;
  const mayCheck = ready && !conflict && Object.keys(checkAnswers(questions, values.answers).errors).length === 0;
  const isChecking = check.isAsked && draft.isOpen && mayCheck;

  // Asked for by a reload or by Forward, when there is nothing to check yet, or not any more.
  const isKnown = draft.isOpen && !isPending;
  const cannotCheck = check.isAsked && isKnown && !mayCheck;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per time
  useEffect(() => {
    if (cannotCheck) check.leave();
  }, [cannotCheck]);

  const wasChecking = useRef(false);
  useEffect(() => {
    if (wasChecking.current && !isChecking) (goTo.current ?? focusSubmit)();
    if (!isChecking) goTo.current = null;
    wasChecking.current = isChecking;
  }, [isChecking]);
  const backToAnswers = (focus: () => void) => {
    if (!isChecking) return focus();
    goTo.current = focus;
    check.leave();
  };

  const isSentElsewhere =
    draft.state.is === 'failed' && draft.state.error instanceof ApiError && draft.state.error.code === 'already_applied';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!isSentElsewhere) return;
    keeper.hold();
    toastSuccess('Ariza yuborilgan', 'Bu ariza boshqa qurilmada yoki oynada yuborilgan. Holatini “Arizalar” bo‘limida kuzatib boring.');
    refreshApplications(client);
    if (isChecking) check.leave(onDone);
    else onDone();
  }, [isSentElsewhere]);

  const differences = conflict && differencesOf(questions, values.answers, conflict);
  const isSame = differences?.length === 0;
  useEffect(() => {
    // They differ in questions that are not asked any more.
    if (isSame) keeper.choose('mine');
  }, [isSame, keeper]);

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
    const { missing } = profileReadiness(asked().profile_requirements, facts);
    const names = missing.map(({ section_display }) => section_display).join(', ');
    toastError(`Ariza yuborishdan oldin quyidagi bo‘limlarni to‘ldiring: ${names}.`, "Profil to'ldirilmagan");
    const first = missing[0];
    if (first) backToAnswers(() => requestAnimationFrame(() => document.getElementById(cardId(first.id))?.focus()));
  };

  // After the render of a failed submit, which holds its errors and gives the focus to their summary.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per failed submit
  useEffect(() => {
    const titles = titlesOf(asked().additional_questions, form.errors);
    if (form.failures > 0 && titles) {
      toastError(titles, 'Savollarga javob kiriting');
      backToAnswers(focusSummary);
    }
    if (missed.current) pointAtMissing(missed.current);
    missed.current = null;
  }, [form.failures]);

  const submit = () => {
    if (!profile || form.busy || !draft.isOpen) return;
    if (conflict) return document.getElementById('apply-conflict')?.focus();
    if (underWay.current.size > 0) return toastError('Fayl yuklanib bo‘lishini kuting yoki yuklashni to‘xtating.', 'Fayl yuklanmoqda');
    if (!ready) return pointAtMissing(profile);
    form.onSubmit();
  };
  const choose = (whose: 'mine' | 'theirs') => {
    keeper.choose(whose);
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
    // biome-ignore lint/a11y/noStaticElementInteractions: what is typed is kept when a field is left; Esc goes back from anywhere
    <div className="flex min-h-0 grow flex-col" onKeyDown={(event) => event.key === 'Escape' && back()} onBlur={() => keeper.flush()}>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex w-full max-w-3xl items-center gap-1 py-1 pr-4 pl-1">
          <IconButton label="Orqaga" onClick={back}>
            <ArrowLeft aria-hidden="true" />
          </IconButton>
          <div className="min-w-0 sm:flex sm:grow sm:items-baseline sm:justify-between sm:gap-4">
            <h2 id="apply-title" tabIndex={-1} className="text-lg font-semibold">
              Ariza topshirish
            </h2>
            {questions.length > 0 && <DraftStatus state={draft.state} />}
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
      {/* Stays while everything is checked: a file may be on its way, and a place in a long form is found again. Scrolled by keyboard while nothing in it takes the focus. */}
      <div className={body} hidden={isChecking} tabIndex={isPending ? 0 : undefined}>
        <div className={column}>
          <div id="apply-problems" className="empty:hidden">
            <ErrorSummary form={form} labels={questionsByField(questions)} />
          </div>
          <Facts opportunity={opportunity} />
          {error && !profile ? <LoadError error={error} onRetry={refetch} /> : null}
          {isPending && <Waiting />}
          {profile && <ProfileSummary profile={profile} opportunity={id} />}
          {readiness && <RequiredSections readiness={readiness} opportunity={id} />}
          {!draft.isOpen && <Waiting />}
          {conflict && differences && !isSame && <Conflict differences={differences} at={conflict.updated_at} onChoose={choose} />}
          <div hidden={!draft.isOpen || conflict !== null}>
            <Questions form={form} questions={questions} underWay={underWay} />
          </div>
          {profile && questions.length === 0 && <Sent profile={profile} opportunity={id} organization={opportunity.organization_name} />}
        </div>
      </div>
      <Footer
        label={form.busy ? 'Yuborilmoqda...' : profile && !ready ? "Profilni to'ldiring" : 'Ariza yuborish'}
        isOff={!ready || form.busy || conflict !== null || !draft.isOpen}
        isBusy={form.busy}
        note={note}
        onSubmit={submit}
      />
    </div>
  );
};

const focusSubmit = () => document.getElementById('apply-submit')?.focus();
const focusSummary = () => document.querySelector<HTMLElement>('#apply-problems [role=alert]')?.focus();

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
