import * as z from 'zod/mini';
import { choice, optionalDay, optionalFlag, optionalInteger, optionalText, text } from '#contract/fields.ts';
import { opportunityTypes } from '#contract/opportunity-rules.ts';
import { organizationTypes } from '#contract/organization-rules.ts';
import { addDays, daysBetween, tashkentDay } from '#contract/uzbek.ts';
import { safeUrl } from '#contract/values.ts';
import type { Db } from '../db/connect.ts';
import { fieldErrorsOf } from '../http/refusal.ts';
import { insertProgrammes, nextDateOn, type Programme } from './bulkInsert.ts';

/** Days between an invented deadline and the start, where a record names a start only. */
const usualNotice = 30;
/** Records in one transaction. */
const batchSize = 500;

const record = z
  .object({
    id: text(200, 'missing'),
    title: text(200, 'missing or longer than 200 characters'),
    description: text(20000, 'missing or longer than 20000 characters'),
    opportunity_type: choice(opportunityTypes, 'unknown type'),
    organization_name: text(200, 'missing or longer than 200 characters'),
    organization_type: choice(organizationTypes, 'unknown type'),
    country: optionalText(100),
    country_code: optionalText(2),
    city: optionalText(100),
    location: optionalText(200),
    is_remote: optionalFlag,
    start_date: optionalDay,
    end_date: optionalDay,
    application_deadline: optionalDay,
    max_applications: optionalInteger(0, 1000000),
    website: optionalText(2000),
    tags: z._default(z.array(text(100)), []),
    skills: z._default(z.array(text(200)), []),
  })
  .check(
    z.refine((item) => !item.start_date || !item.end_date || item.end_date >= item.start_date, {
      error: 'before start_date',
      path: ['end_date'],
    }),
  );
type ImportRecord = z.infer<typeof record>;

/**
 * The dates of a record moved together, so that its deadline lies in the coming year at the same time of the year; the days
 * between them stay. Without a deadline one is put before the start; without either the record has none.
 */
const datesOf = (item: ImportRecord, today: string) => {
  const given = item.application_deadline ?? (item.start_date ? addDays(item.start_date, -usualNotice) : null);
  if (!given)
    return { application_deadline: null, start_date: null, end_date: item.end_date ? nextDateOn(item.end_date.slice(5), today) : null };
  const shift = daysBetween(given, nextDateOn(given.slice(5), addDays(today, 1)));
  const moved = (day: string | null | undefined) => (day ? addDays(day, shift) : null);
  return { application_deadline: moved(given), start_date: moved(item.start_date), end_date: moved(item.end_date) };
};

const programmeOf = (item: ImportRecord, now: Date): Programme => ({
  import_key: `import:${item.id}`,
  organization: {
    name: item.organization_name,
    organization_type: item.organization_type,
    country_code: item.country_code?.toUpperCase() ?? null,
    country: item.country ?? null,
    city: item.city ?? null,
    // A link that leads nowhere is no reason to lose the programme.
    website: safeUrl(item.website),
  },
  title: item.title,
  description: item.description,
  opportunity_type: item.opportunity_type,
  ...datesOf(item, tashkentDay(now)),
  location: item.location ?? null,
  is_remote: item.is_remote ?? false,
  max_applications: item.max_applications ?? null,
  tags: item.tags,
  skills: item.skills,
  created_at: now,
});

/** A field that is null says nothing, as one that is not there. */
const said = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))
    : value;

/** @returns the record, or in words what is wrong with the line */
const readLine = (line: string): ImportRecord | string => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'not valid JSON';
  }
  const result = z.safeParse(record, said(value));
  if (result.success) return result.data;
  const errors = Object.entries(fieldErrorsOf(result.error.issues)).map(([field, messages]) => `${field}: ${[messages].flat().join(' ')}`);
  return errors.join('; ');
};

export interface ImportReport {
  created: number;
  /** Recognised from an earlier run, or repeated in the file; left as they are. */
  known: number;
  skipped: number;
}

/**
 * Takes programmes from lines of JSON. Each batch is one transaction: a run that breaks off is finished by the next, and
 * what is there already is not touched.
 * @param onBad hears of each line that is skipped, counted from 1
 */
export const importProgrammes = async (
  db: Db,
  lines: AsyncIterable<string> | Iterable<string>,
  { now, onBad, onProgress }: { now: Date; onBad(line: number, reason: string): void; onProgress?(lines: number): void },
): Promise<ImportReport> => {
  const report: ImportReport = { created: 0, known: 0, skipped: 0 };
  let batch: Programme[] = [];
  let number = 0;
  const write = async () => {
    const programmes = batch;
    batch = [];
    const ids = await db.transaction().execute((trx) => insertProgrammes(trx, programmes));
    report.created += ids.size;
    report.known += programmes.length - ids.size;
    onProgress?.(number);
  };
  for await (const line of lines) {
    number += 1;
    if (line.trim() === '') continue;
    const item = readLine(line.replace(/^\ufeff/, ''));
    if (typeof item === 'string') {
      report.skipped += 1;
      onBad(number, item);
      continue;
    }
    batch.push(programmeOf(item, now));
    if (batch.length >= batchSize) await write();
  }
  if (batch.length > 0) await write();
  return report;
};
