import type { OpportunityType } from '#contract/opportunity-rules.ts';
import type { OrganizationType } from '#contract/organization-rules.ts';
import { addDays } from '#contract/uzbek.ts';
import { readDataFile } from '../db/referenceData.ts';
import { nextDateOn, type Programme, resultDate } from '../opportunities/import/bulkInsert.ts';

/** A line of data/sample-uz.jsonl. */
interface SampleLine {
  id: string;
  title: string;
  description: string;
  opportunity_type: OpportunityType;
  organization_name: string;
  organization_type: OrganizationType;
  country: string | null;
  country_code: string | null;
  city: string | null;
  location: string;
  is_remote: boolean;
  deadline_month_day: string | null;
  deadline_approximate: boolean | null;
  deadline_note: string | null;
  start_month_day: string | null;
  end_month_day: string | null;
  requirements: { requirement: string; is_mandatory: boolean }[];
  benefits: string[];
  application_instructions: string | null;
  compensation: string | null;
  age_min: number | null;
  age_max: number | null;
  min_gpa: number | string | null;
  max_applications: number | null;
  website: string | null;
  skills: string[];
  tags: string[];
}

const approximateDeadlineNote = 'Muddat taxminiy: aniq sanani dasturning rasmiy saytidan tekshiring.';

/** The next deadline within a year from today, the next start after it and the next end after that. */
const upcomingDates = ({ deadline_month_day, start_month_day, end_month_day }: SampleLine, today: string) => {
  const application_deadline = deadline_month_day && nextDateOn(deadline_month_day, addDays(today, 1));
  const start_date = start_month_day && nextDateOn(start_month_day, addDays(application_deadline ?? today, 1));
  const end_date = end_month_day && start_date && nextDateOn(end_month_day, start_date);
  return { application_deadline, start_date, end_date, result_announcement_date: resultDate(application_deadline, start_date) };
};

/**
 * The sixty real programmes of the sample in the order of the file, newest first. Their organizations are not verified, because
 * they have never signed up here.
 */
export const realProgrammes = (today: string, now: Date): Programme[] =>
  readDataFile('sample-uz.jsonl')
    .trim()
    .split('\n')
    .map((line, index) => {
      const item = JSON.parse(line) as SampleLine;
      const instructions = [item.application_instructions, item.deadline_note, item.deadline_approximate ? approximateDeadlineNote : null];
      return {
        import_key: `sample:${item.id}`,
        organization: {
          name: item.organization_name,
          organization_type: item.organization_type,
          country_code: item.country_code,
          country: item.country,
          city: item.city,
          website: item.website,
        },
        title: item.title,
        description: item.description,
        opportunity_type: item.opportunity_type,
        ...upcomingDates(item, today),
        location: item.location,
        is_remote: item.is_remote,
        max_applications: item.max_applications,
        compensation: item.compensation,
        benefits: item.benefits.join('\n'),
        application_instructions: instructions.filter(Boolean).join('\n') || null,
        min_gpa: item.min_gpa === null ? null : String(item.min_gpa),
        age_min: item.age_min,
        age_max: item.age_max,
        tags: item.tags,
        skills: item.skills,
        requirements: item.requirements,
        created_at: new Date(now.getTime() - (index + 1) * 7 * 3600_000),
      };
    });
