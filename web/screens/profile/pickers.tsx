import { useQuery } from '@tanstack/react-query';
import { skillCategories } from '#contract/student-rules.ts';
import { availableSkillsQuery } from '../../data/skills.ts';
import { examsQuery, universitiesQuery } from '../../data/students.ts';
import { useDebounced } from '../../lib/debounced.ts';
import { Failure } from '../../parts/Failure.tsx';
import { Button } from '../../ui/Button.tsx';
import { RemovableChip } from '../../ui/Chips.tsx';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { Suggest } from '../../ui/Suggest.tsx';
import type { EntryForm } from './listing.ts';

/** Milliseconds without typing before a picker asks. */
const pause = 250;
const textOf = (form: EntryForm, name: string): string => String(form.get(name) ?? '');

/** Any name may be typed; known universities are offered. */
export const UniversityField = ({ form, name, label, optional }: { form: EntryForm; name: string; label: string; optional?: boolean }) => {
  const typed = useDebounced(textOf(form, name).trim(), pause);
  const { data = [] } = useQuery({ ...universitiesQuery(typed), enabled: typed.length > 1 });
  return (
    <Suggest
      form={form}
      name={name}
      label={label}
      optional={optional}
      suggestions={typed.length > 1 ? data.map((one) => ({ key: one.id, text: one.name, detail: one.city ?? one.region })) : []}
      onPick={({ text }) => form.set(name, text)}
    />
  );
};

export const InstitutionField = ({ form }: { form: EntryForm }) => <UniversityField form={form} name="institution" label="O‘quv yurti" />;

export const SkillField = ({ form }: { form: EntryForm }) => {
  const typed = useDebounced(textOf(form, 'skill_id').trim(), pause);
  const { data, isPending } = useQuery(availableSkillsQuery(typed));
  return (
    <Suggest
      form={form}
      name="skill_id"
      label="Ko‘nikma"
      placeholder="Masalan, Python"
      hint="Yozing va ro‘yxatdan tanlang."
      none={isPending ? 'Yuklanmoqda...' : 'Bunday ko‘nikma topilmadi. Boshqacha yozib ko‘ring.'}
      suggestions={(data?.results ?? []).map((one) => ({ key: one.id, text: one.name, detail: skillCategories[one.category] }))}
      onPick={({ key, text }) => {
        form.set('picked', { id: key, name: text });
        form.set('skill_id', text);
      }}
    />
  );
};

/** The sections belong to the chosen exam; another exam takes the chosen section away. */
export const ExamFields = ({ form }: { form: EntryForm }) => {
  const { data: exams = [], error, refetch } = useQuery(examsQuery());
  const sectionsOf = (exam: unknown) => exams.find(({ id }) => String(id) === String(exam))?.sections ?? [];
  const sections = sectionsOf(form.get('exam_id'));
  const chosen = sections.find(({ id }) => String(id) === String(form.get('section_id')));
  const withReset: EntryForm = {
    ...form,
    set: (path, value) => {
      form.set(path, value);
      if (!sectionsOf(value).some(({ id }) => String(id) === String(form.get('section_id')))) form.set('section_id', '');
    },
  };
  if (error && exams.length === 0) return <Failure error={error} onRetry={refetch} />;
  return (
    <>
      <SelectField form={withReset} name="exam_id" label="Imtihon" options={Object.fromEntries(exams.map(({ id, name }) => [id, name]))} />
      <SelectField
        form={form}
        name="section_id"
        label="Bo‘lim"
        disabled={sections.length === 0}
        options={Object.fromEntries(sections.map(({ id, name, name_uz }) => [id, name_uz ? `${name} (${name_uz})` : name]))}
        hint={chosen ? `Ball ${chosen.min} dan ${chosen.max} gacha.` : 'Avval imtihonni tanlang.'}
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
