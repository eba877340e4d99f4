import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { normalizeForSearch } from '#contract/textNormalization.ts';
import { projectRoot } from '../config.ts';
import type { Db } from './connect.ts';

/** The text of a file in data/, which has the reference lists of the project. */
export const readDataFile = (name: string): string => fs.readFileSync(path.join(projectRoot, 'data', name), 'utf8');
const readList = <Item>(name: string): Item[] => JSON.parse(readDataFile(name)) as Item[];

interface SectionEntry {
  name: string;
  name_uz: string | null;
  min: number;
  max: number;
  step: number;
  is_total: boolean;
}
interface ExamEntry {
  name: string;
  code: string;
  category: string;
  provider: string | null;
  sections: SectionEntry[];
}
interface UniversityEntry {
  name: string;
  short_name: string | null;
  city: string | null;
  region: string | null;
  former_names: string[];
}
interface RegionEntry {
  code: string;
  name: string;
  short_name: string;
  center: string;
  cities: string[];
  districts: string[];
}

const loadSkills = async (db: Db): Promise<number> => {
  const skills = readList<{ name: string; category: string }>('skills.json').map((skill) => ({
    ...skill,
    search_text: normalizeForSearch(skill.name),
  }));
  const { rows } = await sql`
    insert into skills (name, category, search_text)
    select name, category, search_text from jsonb_to_recordset(${JSON.stringify(skills)}::jsonb) as given (name text, category text, search_text text)
    on conflict (name) do update set category = excluded.category, search_text = excluded.search_text
      where (skills.category, skills.search_text) is distinct from (excluded.category, excluded.search_text)
    returning id`.execute(db);
  return rows.length;
};

const loadUniversities = async (db: Db): Promise<number> => {
  const universities = readList<UniversityEntry>('universities-uz.json').map((university) => ({
    ...university,
    search_text: normalizeForSearch(university.name, university.short_name, ...university.former_names, university.city),
  }));
  const records = sql`jsonb_to_recordset(${JSON.stringify(universities)}::jsonb)
    as given (name text, short_name text, city text, region text, former_names text[], search_text text)`;
  // A renamed university keeps its row.
  const renamed = await sql`
    update universities u set name = given.name from ${records}
    where u.name = any(given.former_names) and not exists (select 1 from universities other where other.name = given.name)
    returning u.id`.execute(db);
  const { rows } = await sql`
    insert into universities (name, short_name, city, region, former_names, search_text)
    select name, short_name, city, region, former_names, search_text from ${records}
    on conflict (name) do update set short_name = excluded.short_name, city = excluded.city, region = excluded.region,
      former_names = excluded.former_names, search_text = excluded.search_text
      where (universities.short_name, universities.city, universities.region, universities.former_names, universities.search_text)
        is distinct from (excluded.short_name, excluded.city, excluded.region, excluded.former_names, excluded.search_text)
    returning id`.execute(db);
  return renamed.rows.length + rows.length;
};

const loadRegions = async (db: Db): Promise<number> => {
  const { rows } = await sql`
    insert into regions (code, name, short_name, center, cities, districts)
    select code, name, short_name, center, cities, districts from jsonb_to_recordset(${JSON.stringify(readList<RegionEntry>('regions-uz.json'))}::jsonb)
      as given (code text, name text, short_name text, center text, cities text[], districts text[])
    on conflict (code) do update set name = excluded.name, short_name = excluded.short_name, center = excluded.center,
      cities = excluded.cities, districts = excluded.districts
      where (regions.name, regions.short_name, regions.center, regions.cities, regions.districts)
        is distinct from (excluded.name, excluded.short_name, excluded.center, excluded.cities, excluded.districts)
    returning code`.execute(db);
  return rows.length;
};

const loadExams = async (db: Db): Promise<number> => {
  const exams = readList<ExamEntry>('exams.json').map(({ sections, ...exam }, position) => ({
    ...exam,
    position,
    search_text: normalizeForSearch(exam.name, exam.code, exam.provider),
  }));
  const sections = readList<ExamEntry>('exams.json').flatMap(({ code, sections }) =>
    sections.map((section, position) => ({ ...section, code, position })),
  );
  const changed = await sql`
    insert into exams (code, name, category, provider, position, search_text)
    select code, name, category, provider, position, search_text from jsonb_to_recordset(${JSON.stringify(exams)}::jsonb)
      as given (code text, name text, category text, provider text, position integer, search_text text)
    on conflict (code) do update set name = excluded.name, category = excluded.category, provider = excluded.provider,
      position = excluded.position, search_text = excluded.search_text
      where (exams.name, exams.category, exams.provider, exams.position, exams.search_text)
        is distinct from (excluded.name, excluded.category, excluded.provider, excluded.position, excluded.search_text)
    returning id`.execute(db);
  const changedSections = await sql`
    insert into exam_sections (exam_id, name, name_uz, min, max, step, is_total, position)
    select e.id, given.name, name_uz, min, max, step, is_total, given.position
    from jsonb_to_recordset(${JSON.stringify(sections)}::jsonb) as given (
      code text, name text, name_uz text, min double precision, max double precision, step double precision, is_total boolean, position integer
    ) join exams e on e.code = given.code
    on conflict (exam_id, name) do update set name_uz = excluded.name_uz, min = excluded.min, max = excluded.max, step = excluded.step,
      is_total = excluded.is_total, position = excluded.position
      where (exam_sections.name_uz, exam_sections.min, exam_sections.max, exam_sections.step, exam_sections.is_total, exam_sections.position)
        is distinct from (excluded.name_uz, excluded.min, excluded.max, excluded.step, excluded.is_total, excluded.position)
    returning id`.execute(db);
  return changed.rows.length + changedSections.rows.length;
};

/**
 * Inserts and updates skills, exams, universities and regions from data/. Nothing is deleted, because profiles may refer to it.
 * @returns the number of changed rows; 0 when the tables are up to date
 */
export const loadReferenceData = (db: Db): Promise<number> =>
  db.transaction().execute(async (trx) => {
    // Two instances may start at the same time; the lock makes the second one wait and change nothing.
    await sql`select pg_advisory_xact_lock(4919002)`.execute(trx);
    return (await loadSkills(trx)) + (await loadUniversities(trx)) + (await loadRegions(trx)) + (await loadExams(trx));
  });
