import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { availableSkillsQuery } from '../../../data/students/skills.ts';
import { messageFor } from '../../../lib/api.ts';
import { type Form, fieldId } from '../../../lib/form.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip, RemovableChip } from '../../../ui/Chips.tsx';
import type { OpportunityValues } from './values.ts';

/** How many matching skills are shown at once. */
const maxShown = 24;

/** Chooses skills from hundreds: the chosen ones, a search field, and the matches as buttons. */
export const SkillsPicker = ({ form }: { form: Form<OpportunityValues> }) => {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), 300);
    return () => clearTimeout(timer);
  }, [typed]);
  const skills = useQuery(availableSkillsQuery(search));

  const chosen = form.values.required_skills;
  const setChosen = (next: OpportunityValues['required_skills']) => form.set('required_skills', next);
  const matches = (skills.data?.results ?? []).filter(({ id }) => !chosen.some((skill) => skill.id === id));
  const id = fieldId('required_skills');
  const error = Object.entries(form.errors).find(([path]) => path.startsWith('required_skills'))?.[1];

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        Kerakli ko‘nikmalar <span className="font-normal text-muted">(ixtiyoriy)</span>
      </label>
      {chosen.length > 0 && (
        <ul aria-label="Tanlangan ko‘nikmalar" className="mb-3 flex flex-wrap gap-2">
          {chosen.map((skill) => (
            <li key={skill.id}>
              <RemovableChip onRemove={() => setChosen(chosen.filter(({ id }) => id !== skill.id))}>{skill.name}</RemovableChip>
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          // Enter must not submit the whole form.
          if (event.key === 'Enter') event.preventDefault();
        }}
        placeholder="Ko‘nikmani qidiring"
        enterKeyHint="search"
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        className="block min-h-12 w-full rounded-xl border border-control bg-surface px-3.5 py-2.5 aria-invalid:border-2 aria-invalid:border-danger"
      />
      <div id={`${id}-note`} className="mt-1.5 text-sm text-muted" role="status">
        {error && <p className="font-medium text-danger">{error}</p>}
        {skills.isPending && 'Yuklanmoqda...'}
        {skills.data && matches.length === 0 && (search ? 'Bunday ko‘nikma topilmadi.' : 'Tanlash uchun boshqa ko‘nikma yo‘q.')}
        {matches.length > maxShown && `${matches.length} tadan ${maxShown} tasi ko‘rsatilmoqda. Qolganini qidiruv orqali toping.`}
      </div>
      {skills.isError && !skills.data && (
        <div className="mt-2 flex flex-wrap items-center gap-3 text-danger">
          <p>{messageFor(skills.error)}</p>
          <Button variant="secondary" onClick={() => skills.refetch()}>
            Qayta urinish
          </Button>
        </div>
      )}
      {matches.length > 0 && (
        <ul aria-label="Ko‘nikmalar ro‘yxati" className="mt-2 flex max-h-64 flex-wrap gap-2 overflow-y-auto p-1">
          {matches.slice(0, maxShown).map(({ id, name }) => (
            <li key={id}>
              <Chip pressed={false} onClick={() => setChosen([...chosen, { id, name }])}>
                {name}
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
