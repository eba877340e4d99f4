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
import { UniversityField, useDebouncedValue } from '../details/UniversityField.tsx';
import { type EntryForm, type Picked, pickedIn } from './entryForm.ts';

const fieldText = (form: EntryForm, name: string): string => String(form.get(name) ?? '');

export const InstitutionField = ({ form }: { form: EntryForm }) => <UniversityField form={form} name="institution" label="O‘quv yurti" />;

interface PickProps {
  form: EntryForm;
  name: string;
  label: string;
  hint?: string;
  placeholder?: string;
  none: string;
  /** Options that match the typed text. */
  options: readonly (Picked & { detail?: string | null })[];
  onPicked?: (one: Picked) => void;
}
/** Picks one option by name, by tapping it or typing its full name. */
const PickField = ({ form, name, options, onPicked, ...rest }: PickProps) => {
  const pick = ({ id, name: text }: Picked) => {
    form.set('picked', { ...(form.get('picked') as object | undefined), [name]: { id, name: text } });
    onPicked?.({ id, name: text });
  };
  const typed = fieldText(form, name).trim().toLowerCase();
  const exactMatch = pickedIn(form.values, name) ? undefined : options.find((one) => one.name.toLowerCase() === typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: picks once for each matching option
  useEffect(() => {
    if (exactMatch) pick(exactMatch);
  }, [exactMatch?.id]);
  return (
    <Suggest
      form={form}
      name={name}
      suggestions={options.map((one) => ({ key: one.id, text: one.name, detail: one.detail ?? null }))}
      onPick={({ key, text }) => {
        form.set(name, text);
        pick({ id: Number(key), name: text });
      }}
      {...rest}
    />
  );
};

export const SkillField = ({ form }: { form: EntryForm }) => {
  const { data, isPending } = useQuery(availableSkillsQuery(useDebouncedValue(form, 'skill_id')));
  return (
    <PickField
      form={form}
      name="skill_id"
      label="Ko‘nikma"
      placeholder="Masalan, Python"
      hint="Yozing va ro‘yxatdan tanlang."
      none={isPending ? 'Yuklanmoqda...' : 'Bunday ko‘nikma topilmadi. Boshqacha yozib ko‘ring.'}
      options={(data?.results ?? []).map((one) => ({ ...one, detail: skillCategories[one.category] }))}
    />
  );
};

const matches = (typed: string, text: string): boolean => {
  // Too short for the word search: match prefixes only.
  const [first, ...more] = normalizedWords(typed);
  if (first !== undefined && more.length === 0 && first.length < prefixMinLength)
    return normalizedWords(text).some((word) => word.startsWith(first));
  return matchTier(typed, text) !== 'none';
};

/** Exam and section pickers. Picking another exam clears a section that is not its own. */
export const ExamFields = ({ form }: { form: EntryForm }) => {
  const { data: exams, error, refetch } = useQuery(examsQuery());
  const exam = exams?.find(({ id }) => id === pickedIn(form.values, 'exam_id')?.id);
  const sections = exam?.sections ?? [];
  const section = sections.find(({ id }) => id === pickedIn(form.values, 'section_id')?.id);
  /** All options while nothing is typed or the typed text is the picked option. */
  const filterOptions = <One extends Picked & { name_uz?: string | null }>(
    all: readonly One[],
    name: string,
    chosen: Picked | undefined,
  ) => {
    const typed = fieldText(form, name).trim();
    return typed === '' || chosen ? all : all.filter((one) => matches(typed, `${one.name} ${one.name_uz ?? ''}`));
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
        options={filterOptions(exams ?? [], 'exam_id', exam)}
        onPicked={({ id }) => {
          const examSections = exams?.find((one) => one.id === id)?.sections ?? [];
          if (!examSections.some((one) => one.id === pickedIn(form.values, 'section_id')?.id)) form.set('section_id', '');
        }}
      />
      <PickField
        form={form}
        name="section_id"
        label="Bo‘lim"
        none={exam ? 'Bunday bo‘lim topilmadi. Boshqacha yozib ko‘ring.' : ''}
        options={filterOptions(sections, 'section_id', section).map((one) => ({ ...one, detail: one.name_uz }))}
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
    const names = fieldText(form, 'technology')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    if (names.length > 0) form.set('technologies', [...new Set([...chosen, ...names])]);
    form.set('technology', '');
  };
  return (
    <div className="space-y-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles Enter in the field */}
      <div
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || fieldText(form, 'technology').trim() === '') return;
          event.preventDefault();
          add();
        }}
      >
        <TextField form={form} name="technology" label="Texnologiyalar" optional hint="Vergul bilan ajratib yozing." enterKeyHint="done" />
      </div>
      {fieldText(form, 'technology').trim() !== '' && (
        <Button variant="quiet" onClick={add}>
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
