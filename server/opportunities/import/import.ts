import * as z from 'zod/mini';
import { choice, optionalDay, optionalFlag, optionalInteger, optionalText, text } from '#contract/fields.ts';
import { opportunityTypes } from '#contract/opportunity-rules.ts';
import { organizationTypes } from '#contract/organization-rules.ts';
import { addDays, daysBetween, tashkentDay } from '#contract/uzbek.ts';
import { safeUrl } from '#contract/values.ts';
import type { Db } from '../../db/connect.ts';
import { toFieldErrors } from '../../http/refusal.ts';
import { insertProgrammes, nextDateOn, type Programme } from './bulkInsert.ts';

/** Days from the assumed deadline to the start, when a record has a start and no deadline. */
const assumedNotice = 30;
/** Records per transaction. */
const batchSize = 500;

const importRecord = z
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
type ImportRecord = z.infer<typeof importRecord>;

/**
 * Shifts the dates of a record together, so that the deadline falls on the same day of the coming year and the distances stay.
 * Without a deadline one is assumed before the start; without either the record has neither.
 */
const shiftDates = (item: ImportRecord, today: string) => {
  const deadline = item.application_deadline ?? (item.start_date ? addDays(item.start_date, -assumedNotice) : null);
  if (!deadline)
    return { application_deadline: null, start_date: null, end_date: item.end_date ? nextDateOn(item.end_date.slice(5), today) : null };
  const shift = daysBetween(deadline, nextDateOn(deadline.slice(5), addDays(today, 1)));
  const shifted = (day: string | null | undefined) => (day ? addDays(day, shift) : null);
  return { application_deadline: shifted(deadline), start_date: shifted(item.start_date), end_date: shifted(item.end_date) };
};

const toProgramme = (item: ImportRecord, now: Date): Programme => ({
  import_key: `import:${item.id}`,
  organization: {
    name: item.organization_name,
    organization_type: item.organization_type,
    country_code: item.country_code?.toUpperCase() ?? null,
    country: item.country ?? null,
    city: item.city ?? null,
    // A programme with an invalid website is imported without it.
    website: safeUrl(item.website),
  },
  title: item.title,
  description: item.description,
  opportunity_type: item.opportunity_type,
  ...shiftDates(item, tashkentDay(now)),
  location: item.location ?? null,
  is_remote: item.is_remote ?? false,
  max_applications: item.max_applications ?? null,
  tags: item.tags,
  skills: item.skills,
  created_at: now,
});

/** Treats a field that is null as absent. */
const withoutNulls = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))
    : value;

/** @returns the record, or a message saying what is wrong with the line */
const parseLine = (line: string): ImportRecord | string => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'not valid JSON';
  }
  const result = z.safeParse(importRecord, withoutNulls(value));
  if (result.success) return result.data;
  const errors = Object.entries(toFieldErrors(result.error.issues)).map(([field, messages]) => `${field}: ${[messages].flat().join(' ')}`);
  return errors.join('; ');
};

export interface ImportReport {
  created: number;
  /** Imported by an earlier run, or repeated in the file; not changed. */
  known: number;
  skipped: number;
}

/**
 * Imports programmes from lines of JSON. Each batch is one transaction: the next run completes an interrupted one, and existing
 * programmes are not changed.
 * @param onBad called for each skipped line, numbered from 1
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
    const item = parseLine(line.replace(/^\ufeff/, ''));
    if (typeof item === 'string') {
      report.skipped += 1;
      onBad(number, item);
      continue;
    }
    batch.push(toProgramme(item, now));
    if (batch.length >= batchSize) await write();
  }
  if (batch.length > 0) await write();
  return report;
};
