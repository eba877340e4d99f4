import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { skillCategories } from '#contract/student-rules.ts';
import { matchTier, normalizedWords, prefixMinLength } from '#contract/textNormalization.ts';
import { examsQuery } from '../../../data/students/profile.ts';
import { availableSkillsQuery } from '../../../data/students/skills.ts';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { Button } from '../../../ui/Button.tsx';
import { RemovableChip } from '../../../ui/Chips.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { Suggest } from '../../../ui/Suggest.tsx';
import { UniversityField, useTyped } from '../details/UniversityField.tsx';
import { type EntryForm, type Picked, pickedIn } from './entryForm.ts';

const textOf = (form: EntryForm, name: string): string => String(form.get(name) ?? '');

export const InstitutionField = ({ form }: { form: EntryForm }) => <UniversityField form={form} name="institution" label="O‘quv yurti" />;

interface PickProps {
  form: EntryForm;
  name: string;
  label: string;
  hint?: string;
  placeholder?: string;
  none: string;
  /** What fits the typed text. */
  offered: readonly (Picked & { detail?: string | null })[];
  onPicked?: (one: Picked) => void;
}
/** One of what is there, by name: tapped, or typed to the last letter. */
const PickField = ({ form, name, offered, onPicked, ...rest }: PickProps) => {
  const pick = ({ id, name: text }: Picked) => {
    form.set('picked', { ...(form.get('picked') as object | undefined), [name]: { id, name: text } });
    onPicked?.({ id, name: text });
  };
  const typed = textOf(form, name).trim().toLowerCase();
  const same = pickedIn(form.values, name) ? undefined : offered.find((one) => one.name.toLowerCase() === typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: picked once for each thing it turns out to be
  useEffect(() => {
    if (same) pick(same);
  }, [same?.id]);
  return (
    <Suggest
      form={form}
      name={name}
      suggestions={offered.map((one) => ({ key: one.id, text: one.name, detail: one.detail ?? null }))}
      onPick={({ key, text }) => {
        form.set(name, text);
        pick({ id: Number(key), name: text });
      }}
      {...rest}
    />
  );
};

export const SkillField = ({ form }: { form: EntryForm }) => {
  const { data, isPending } = useQuery(availableSkillsQuery(useTyped(form, 'skill_id')));
  return (
    <PickField
      form={form}
      name="skill_id"
      label="Ko‘nikma"
      placeholder="Masalan, Python"
      hint="Yozing va ro‘yxatdan tanlang."
      none={isPending ? 'Yuklanmoqda...' : 'Bunday ko‘nikma topilmadi. Boshqacha yozib ko‘ring.'}
      offered={(data?.results ?? []).map((one) => ({ ...one, detail: skillCategories[one.category] }))}
    />
  );
};

const fits = (typed: string, text: string): boolean => {
  // The first letters alone: what begins with them.
  const [first, ...more] = normalizedWords(typed);
  if (first !== undefined && more.length === 0 && first.length < prefixMinLength)
    return normalizedWords(text).some((word) => word.startsWith(first));
  return matchTier(typed, text) !== 'none';
};

/** The sections belong to the chosen exam; another exam takes the chosen section away. */
export const ExamFields = ({ form }: { form: EntryForm }) => {
  const { data: exams, error, refetch } = useQuery(examsQuery());
  const exam = exams?.find(({ id }) => id === pickedIn(form.values, 'exam_id')?.id);
  const sections = exam?.sections ?? [];
  const section = sections.find(({ id }) => id === pickedIn(form.values, 'section_id')?.id);
  /** All of them while nothing is typed, and once more when what is there is the choice itself. */
  const fitting = <One extends Picked & { name_uz?: string | null }>(all: readonly One[], name: string, chosen: Picked | undefined) => {
    const typed = textOf(form, name).trim();
    return typed === '' || chosen ? all : all.filter((one) => fits(typed, `${one.name} ${one.name_uz ?? ''}`));
  };
  if (error && !exams) return <LoadError error={error} onRetry={refetch} />;
  return (
    <>
      <PickField
        form={form}
        name="exam_id"
        label="Imtihon"
        placeholder="Masalan, IELTS"
        none={exams ? 'Bunday imtihon topilmadi. Boshqacha yozib ko‘ring.' : 'Yuklanmoqda...'}
        offered={fitting(exams ?? [], 'exam_id', exam)}
        onPicked={({ id }) => {
          const theirs = exams?.find((one) => one.id === id)?.sections ?? [];
          if (!theirs.some((one) => one.id === pickedIn(form.values, 'section_id')?.id)) form.set('section_id', '');
        }}
      />
      <PickField
        form={form}
        name="section_id"
        label="Bo‘lim"
        none={exam ? 'Bunday bo‘lim topilmadi. Boshqacha yozib ko‘ring.' : ''}
        offered={fitting(sections, 'section_id', section).map((one) => ({ ...one, detail: one.name_uz }))}
        hint={
          section ? `Ball ${section.min} dan ${section.max} gacha.` : exam ? 'Yozing va ro‘yxatdan tanlang.' : 'Avval imtihonni tanlang.'
        }
      />
    </>
  );
};

export const TechnologiesField = ({ form }: { form: EntryForm }) => {
  const chosen = (form.get('technologies') ?? []) as string[];
  const add = () => {
    const names = textOf(form, 'technology')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    if (names.length > 0) form.set('technologies', [...new Set([...chosen, ...names])]);
    form.set('technology', '');
  };
  return (
    <div className="space-y-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the Enter of the field */}
      <div
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || textOf(form, 'technology').trim() === '') return;
          event.preventDefault();
          add();
        }}
      >
        <TextField form={form} name="technology" label="Texnologiyalar" optional hint="Vergul bilan ajratib yozing." enterKeyHint="done" />
      </div>
      {textOf(form, 'technology').trim() !== '' && (
        <Button look="quiet" onClick={add}>
          Qo‘shish
        </Button>
      )}
      {chosen.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {chosen.map((name) => (
            <RemovableChip
              key={name}
              onRemove={() =>
                form.set(
                  'technologies',
                  chosen.filter((one) => one !== name),
                )
              }
            >
              {name}
            </RemovableChip>
          ))}
        </div>
      )}
    </div>
  );
};
