import { sql } from 'kysely';
import { type OpportunityType, opportunityTypes } from '#contract/opportunity-rules.ts';
import { type OrganizationType, organizationTypes } from '#contract/organization-rules.ts';
import { addDays, tashkentDay } from '#contract/uzbek.ts';
import type { Db } from '../server/db/connect.ts';
import { readDataFile } from '../server/db/referenceData.ts';
import { insertProgrammes, type Programme } from '../server/opportunities/import/bulkInsert.ts';

/** Pseudo-random numbers from 0 to 1, the same in every run, so that runs can be compared. */
const createRandom = (seed: number) => () => {
  seed = (seed * 1664525 + 1013904223) % 4294967296;
  return seed / 4294967296;
};

interface SampleText {
  title: string;
  description: string;
  location: string;
  tags: string[];
  skills: string[];
  requirements: { requirement: string; is_mandatory: boolean }[];
  benefits: string[];
}

const syllables =
  'ba be bo da di do fa ga go ka ki ko la li lo ma mi mo na ni no pa po qa qo ra ri ro sa si so ta ti to va vo xa xo ya yo za zi zo sha cho'.split(
    ' ',
  );

/** Opportunities like the sample's with generated words, names and dates, so that the vocabulary grows with the count. */
const generate = function* (count: number, now: Date): Generator<Programme> {
  const random = createRandom(20260901);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const samples = readDataFile('sample-uz.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SampleText);
  const titleWords = [...new Set(samples.flatMap(({ title }) => title.split(/[\s—:(),“”]+/)).filter((word) => word.length > 2))];
  const regions = (JSON.parse(readDataFile('regions-uz.json')) as { cities: string[]; districts: string[] }[]).flatMap((one) => [
    ...one.cities,
    ...one.districts,
  ]);
  const newWord = () => Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(syllables)).join('');
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const generatedWords = Array.from({ length: Math.min(count, 50_000) }, newWord);
  const organizations = Array.from({ length: Math.ceil(count / 20) }, (_, index) => ({
    name: `${capital(pick(generatedWords))} ${capital(pick(generatedWords))} ${index}`,
    organization_type: pick(Object.keys(organizationTypes) as OrganizationType[]),
    country_code: 'UZ',
    country: 'O‘zbekiston',
    city: pick(regions),
    website: 'https://example.com',
  }));
  const today = tashkentDay(now);
  for (let index = 0; index < count; index += 1) {
    const sample = pick(samples);
    const deadline = addDays(today, Math.floor(random() * 400) - 60);
    const start = addDays(deadline, 10 + Math.floor(random() * 60));
    yield {
      import_key: `bench:${index}`,
      organization: pick(organizations),
      title: [pick(titleWords), pick(titleWords), pick(titleWords), capital(pick(generatedWords)), index % 1000].join(' '),
      description: `${sample.description} ${pick(samples).description}`,
      opportunity_type: pick(Object.keys(opportunityTypes) as OpportunityType[]),
      featured: random() < 0.05,
      application_deadline: random() < 0.1 ? null : deadline,
      start_date: start,
      end_date: addDays(start, Math.floor(random() * 90)),
      location: pick(regions),
      is_remote: random() < 0.25,
      max_applications: random() < 0.7 ? null : 20,
      benefits: sample.benefits.join('\n'),
      tags: sample.tags,
      skills: sample.skills,
      requirements: sample.requirements,
      created_at: new Date(now.getTime() - (count - index) * 60_000),
    };
  }
};

/** Inserts `count` published opportunities of `count / 20` organizations into a database with reference data. */
export const insertOpportunities = async (db: Db, count: number, now: Date, onProgress?: (done: number) => void): Promise<void> => {
  let batch: Programme[] = [];
  let done = 0;
  const write = async () => {
    await db.transaction().execute((trx) => insertProgrammes(trx, batch));
    done += batch.length;
    batch = [];
    onProgress?.(done);
  };
  for (const programme of generate(count, now)) {
    batch.push(programme);
    if (batch.length === 2000) await write();
  }
  if (batch.length > 0) await write();
  // The state after a day of operation: statistics are collected and index-only scans are possible.
  await sql`vacuum analyze`.execute(db);
};
