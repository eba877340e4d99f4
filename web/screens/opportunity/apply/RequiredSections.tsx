import { ChevronRight, CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import type { ProfileRequirement } from '#contract/opportunity.ts';
import { profileTabBySection, type Readiness, type SectionState, yesNoSections } from '#contract/readiness.ts';
import { storeApplicationInProgress } from '../../../data/applications/resume-application.ts';
import { Link } from '../../../lib/router.tsx';
import { Badge } from '../../../ui/Card.tsx';

const bar =
  'mt-1 block h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-brand';

export const cardId = (requirement: number): string => `requirement-${requirement}`;

const missingText = ({ requirement, count, minimum }: SectionState<ProfileRequirement>): string => {
  if (requirement.section === 'basic_info')
    return `Telefon, manzil, o‘zingiz haqingizda, universitet va mutaxassislikdan kamida ${minimum} tasi kerak (hozir ${count} ta).`;
  if (yesNoSections.includes(requirement.section)) return 'Hali kiritilmagan.';
  return `Kamida ${minimum} ta yozuv kerak (hozir ${count} ta).`;
};

const Section = ({ state, opportunity }: { state: SectionState<ProfileRequirement>; opportunity: number }) => {
  const { requirement, satisfied } = state;
  const blocking = requirement.requirement_level === 'required';
  const Icon = satisfied ? CircleCheck : blocking ? CircleAlert : CircleDashed;
  return (
    <li>
      <Link
        id={cardId(requirement.id)}
        to={`/profile?section=${profileTabBySection[requirement.section]}`}
        state={{ applying: opportunity }}
        onClick={() => storeApplicationInProgress(opportunity)}
        className={`flex min-h-16 items-center gap-3 rounded-2xl border bg-surface p-4 hover:bg-sunken ${!satisfied && blocking ? 'border-danger' : 'border-line'}`}
      >
        <Icon aria-hidden="true" className={`size-6 shrink-0 ${satisfied ? 'text-success' : blocking ? 'text-danger' : 'text-muted'}`} />
        <span className="min-w-0 grow">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold">{requirement.section_display}</span>
            {!blocking && <Badge>{requirement.requirement_level_display}</Badge>}
          </span>
          {satisfied ? (
            <span className="block text-sm font-medium text-success">Bajarildi</span>
          ) : (
            <span className="block text-sm text-muted">
              {requirement.custom_message && <span className="block text-ink">{requirement.custom_message}</span>}
              {missingText(state)}
            </span>
          )}
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </Link>
    </li>
  );
};

/** The profile sections an opportunity asks for, as a task list; only required ones block the application. */
export const RequiredSections = ({ readiness, opportunity }: { readiness: Readiness<ProfileRequirement>; opportunity: number }) => {
  const { sections, progress } = readiness;
  if (sections.length === 0) return null;
  const isRequired = ({ requirement }: SectionState<ProfileRequirement>) => requirement.requirement_level === 'required';
  const required = sections.filter(isRequired);
  return (
    <section aria-labelledby="apply-sections">
      <h3 id="apply-sections" className="text-lg font-semibold">
        Profil talablari
      </h3>
      {required.length > 0 && (
        <div className="mt-2">
          <p id="apply-progress" className="text-sm text-muted">
            {required.filter(({ satisfied }) => satisfied).length} / {required.length} majburiy bo‘lim bajarildi · {progress}%
          </p>
          <progress aria-labelledby="apply-progress" className={bar} max={100} value={progress} />
        </div>
      )}
      <ul className="mt-3 space-y-3">
        {[...required, ...sections.filter((state) => !isRequired(state))].map((state) => (
          <Section key={state.requirement.id} state={state} opportunity={opportunity} />
        ))}
      </ul>
    </section>
  );
};
