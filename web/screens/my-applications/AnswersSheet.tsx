import { useRef } from 'react';
import type { ApplicationDetail } from '#contract/application.ts';
import { chosenOptions } from '#contract/application-rules.ts';
import type { OpportunityDetail, Question } from '#contract/opportunity.ts';
import { useChangeAnswers } from '../../data/applications/application-detail.ts';
import { toFormAnswers } from '../../data/applications/local-draft.ts';
import { useForm } from '../../lib/form.ts';
import { useSession } from '../../lib/session.ts';
import { answersSchema } from '../../parts/application/answers.ts';
import { QuestionFields, questionsByField } from '../../parts/application/Questions.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';

/** The sent answers as initial values of the fields. */
const sentAnswers = (item: ApplicationDetail, questions: readonly Question[]) => {
  const texts = new Map(item.answers.map(({ question, answer_text }) => [question, answer_text]));
  const given = questions.flatMap(({ id, question_type, options }): [string, string | string[]][] => {
    const text = texts.get(id);
    if (text === undefined) return [];
    return [[String(id), question_type === 'checkbox' && options.length > 0 ? (chosenOptions(text, options) ?? []) : text]];
  });
  return toFormAnswers(questions, Object.fromEntries(given));
};

interface AnswersSheetProps {
  item: ApplicationDetail;
  opportunity: OpportunityDetail;
  onClose(): void;
}

/** Form to change the answers of an application that has not been opened; checked against the current questions. */
const AnswersSheet = ({ item, opportunity, onClose }: AnswersSheetProps) => {
  const questions = opportunity.additional_questions;
  const user = useSession()?.user_id ?? 0;
  const uploading = useRef(new Set<string>());
  const change = useChangeAnswers(item.id);
  const form = useForm({
    initial: { answers: sentAnswers(item, questions) },
    schema: answersSchema(questions),
    draftName: `answers:${user}:${item.id}`,
    submit: async (answers) => {
      await change.mutateAsync(answers);
      toastSuccess('Javoblar yangilandi');
      onClose();
    },
  });
  const save = () => {
    if (uploading.current.size > 0) return toastError('Fayl yuklanib bo‘lishini kuting yoki yuklashni to‘xtating.', 'Fayl yuklanmoqda');
    form.onSubmit();
  };
  return (
    <Sheet
      open
      backStep="sheet"
      wide
      title="Javoblarni o‘zgartirish"
      onClose={onClose}
      footer={
        <>
          <Button
            variant="secondary"
            onClick={() => {
              form.reset();
              onClose();
            }}
          >
            Bekor qilish
          </Button>
          <Button busy={form.busy} onClick={save}>
            {form.busy ? 'Saqlanmoqda...' : 'Saqlash'}
          </Button>
        </>
      }
    >
      <div className="space-y-5">
        <ErrorSummary form={form} labels={questionsByField(questions)} />
        {form.restored && (
          <p className="rounded-xl bg-brand-soft p-4 text-brand-strong">Oldin yozgan, hali saqlanmagan javoblaringiz tiklandi.</p>
        )}
        <QuestionFields form={form} questions={questions} uploading={uploading} />
      </div>
    </Sheet>
  );
};

export default AnswersSheet;
