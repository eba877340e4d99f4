import { type RefObject, useState } from 'react';
import { isYesNoQuestion } from '#contract/application-rules.ts';
import type { Question } from '#contract/opportunity.ts';
import type { QuestionType } from '#contract/opportunity-rules.ts';
import { type Form, fieldId } from '../../lib/form.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckField, FieldError, TextArea, TextField } from '../../ui/Field.tsx';
import { FileAnswer } from './FileAnswer.tsx';

type AnswersForm = Form<{ answers: Record<string, unknown> }>;
interface QuestionProps {
  form: AnswersForm;
  question: Question;
}
const fieldPath = ({ id }: Question) => `answers.${id}`;
/** Titles of the questions by field path, for the error summary, because all missing answers have the same message. */
export const questionsByField = (questions: readonly Question[]): Record<string, string> =>
  Object.fromEntries(questions.map((question) => [fieldPath(question), question.question]));

/** Options shown before the list is expanded. */
const collapsedCount = 6;

const inputProps: Partial<
  Record<QuestionType, { type: string; inputMode?: 'email' | 'url' | 'decimal'; step?: string; autoComplete?: string }>
> = {
  number: { type: 'number', inputMode: 'decimal', step: 'any' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  url: { type: 'url', inputMode: 'url', autoComplete: 'url' },
  date: { type: 'date' },
};

/** Single or multiple choice; a long list is collapsed at first. */
const Options = ({ form, question }: QuestionProps) => {
  const name = fieldPath(question);
  const many = question.question_type === 'checkbox';
  const value = form.get(name);
  const chosen = Array.isArray(value) ? (value as string[]) : typeof value === 'string' && value !== '' ? [value] : [];
  const [opened, setOpened] = useState(() => question.options.some((option, index) => index >= collapsedCount && chosen.includes(option)));
  const shown = opened ? question.options : question.options.slice(0, collapsedCount);
  const hidden = question.options.length - shown.length;
  const described = [question.help_text ? `${fieldId(name)}-hint` : '', form.errors[name] ? `${fieldId(name)}-error` : ''];
  const pick = (option: string, on: boolean) => {
    if (!many) return form.set(name, option);
    // In the order of the list, so that equal choices give equal answers.
    form.set(
      name,
      question.options.filter((one) => (one === option ? on : chosen.includes(one))),
    );
  };
  return (
    <fieldset aria-describedby={described.filter(Boolean).join(' ') || undefined}>
      <legend className="mb-1 font-medium">
        {question.question}
        {!question.is_required && <span className="font-normal text-muted"> (ixtiyoriy)</span>}
      </legend>
      {question.help_text && (
        <p id={`${fieldId(name)}-hint`} className="mb-1 text-sm text-muted">
          {question.help_text}
        </p>
      )}
      {shown.map((option, index) => (
        <label key={option} className="flex min-h-12 items-center gap-3">
          <input
            id={index === 0 ? fieldId(name) : undefined}
            type={many ? 'checkbox' : 'radio'}
            name={name}
            className="size-6 shrink-0 accent-brand"
            aria-invalid={form.errors[name] ? true : undefined}
            checked={chosen.includes(option)}
            onChange={(event) => pick(option, event.target.checked)}
          />
          <span>{option}</span>
        </label>
      ))}
      <div className="ml-4 flex flex-wrap gap-2">
        {hidden > 0 && (
          <Button variant="quiet" onClick={() => setOpened(true)}>
            Yana {hidden} ta variant
          </Button>
        )}
        {!many && !question.is_required && chosen.length > 0 && (
          <Button variant="quiet" onClick={() => form.set(name, '')}>
            Tanlovni bekor qilish
          </Button>
        )}
      </div>
      <FieldError form={form} name={name} />
    </fieldset>
  );
};

const Answer = ({ form, question, uploading }: QuestionProps & Pick<QuestionsProps, 'uploading'>) => {
  const name = fieldPath(question);
  const frame = { form, name, label: question.question, hint: question.help_text, optional: !question.is_required };
  const limits = { placeholder: question.placeholder ?? undefined, maxLength: question.max_length ?? undefined };
  if (isYesNoQuestion(question)) return <CheckField {...frame} />;
  if (question.options.length > 0 && (question.question_type === 'select' || question.question_type === 'checkbox'))
    return <Options form={form} question={question} />;
  if (question.question_type === 'file') {
    const file = <FileAnswer form={form} name={name} question={question} uploading={uploading} />;
    // In the preview no file can be uploaded.
    return uploading ? file : <fieldset disabled>{file}</fieldset>;
  }
  if (question.question_type === 'textarea') return <TextArea {...frame} {...limits} counter={question.max_length ?? undefined} />;
  return <TextField {...frame} {...limits} {...inputProps[question.question_type]} enterKeyHint="next" />;
};

interface QuestionsProps {
  form: AnswersForm;
  questions: readonly Question[];
  /** Names of fields whose file is being uploaded; absent in the preview, where no file can be chosen. */
  uploading?: RefObject<Set<string>>;
}

/** The fields of an opportunity's questions. */
export const QuestionFields = ({ form, questions, uploading }: QuestionsProps) =>
  questions.length === 0 ? null : (
    <section aria-labelledby="apply-questions" className="space-y-7">
      <h3 id="apply-questions" tabIndex={-1} className="text-lg font-semibold">
        Qo‘shimcha savollar
      </h3>
      {questions.map((question) => (
        <Answer key={question.id} form={form} question={question} uploading={uploading} />
      ))}
    </section>
  );
