import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import {
  achievementInput,
  educationInput,
  examScoreInput,
  experienceInput,
  languageInput,
  projectInput,
  type StudentListName,
  skillInput,
  socialLinkInput,
} from '#contract/student.ts';
import { achievementTypes, degrees, experienceTypes, languageLevels } from '#contract/student-rules.ts';
import { labelSql } from '../db/sqlLabels.ts';

/** What tells one list of a profile from another; the rest is the engine's. Columns of the row are reached through `t`. */
export interface ListTable {
  table: 'education' | 'experience' | 'projects' | 'exam_scores' | 'achievements' | 'languages' | 'student_skills' | 'social_links';
  /** What a whole entry must be. */
  input: z.core.$ZodType;
  /** Columns a student writes, with what an absent one becomes. */
  columns: Record<string, unknown>;
  /** The flag that says an entry goes on: it has no end date then. */
  lasting?: 'is_current' | 'is_ongoing';
  /** Field of the reply → SQL. */
  reads: Record<string, RawBuilder<unknown>>;
  /** Newest first. */
  order: RawBuilder<unknown>;
}

const own = (...columns: string[]) => Object.fromEntries(columns.map((column) => [column, sql.ref(`t.${column}`)]));
const display = (column: string, labels: Readonly<Record<string, string>>) => ({
  [column]: sql.ref(`t.${column}`),
  [`${column}_display`]: labelSql(sql.ref(`t.${column}`), labels),
});
const empty = <Column extends string>(...columns: Column[]) =>
  Object.fromEntries(columns.map((column) => [column, null])) as Record<Column, null>;

const examSections = sql`(select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.position, s.id)
  from exam_sections s where s.exam_id = e.id)`;

export const listTables: Record<StudentListName, ListTable> = {
  education: {
    table: 'education',
    input: educationInput,
    columns: { ...empty('institution', 'degree', 'field_of_study', 'start_date', 'end_date', 'gpa', 'description'), is_current: false },
    lasting: 'is_current',
    reads: {
      ...own('id', 'institution', 'field_of_study', 'start_date', 'end_date', 'is_current', 'gpa', 'description'),
      ...display('degree', degrees),
    },
    order: sql`t.start_date desc, t.id desc`,
  },
  experience: {
    table: 'experience',
    input: experienceInput,
    columns: {
      ...empty('title', 'company', 'experience_type', 'description', 'location', 'start_date', 'end_date'),
      is_current: false,
    },
    lasting: 'is_current',
    reads: {
      ...own('id', 'title', 'company', 'location', 'start_date', 'end_date', 'is_current', 'description'),
      ...display('experience_type', experienceTypes),
    },
    order: sql`t.start_date desc, t.id desc`,
  },
  projects: {
    table: 'projects',
    input: projectInput,
    columns: {
      ...empty('title', 'description', 'start_date', 'end_date', 'project_url', 'github_url'),
      is_ongoing: false,
      featured: false,
      technologies: [],
    },
    lasting: 'is_ongoing',
    reads: {
      ...own('id', 'title', 'description', 'start_date', 'end_date', 'is_ongoing', 'featured', 'project_url', 'github_url'),
      technologies: sql`(select coalesce(json_agg(json_build_object('name', name) order by place), '[]')
        from unnest(t.technologies) with ordinality as named (name, place))`,
    },
    order: sql`t.start_date desc, t.id desc`,
  },
  'exam-scores': {
    table: 'exam_scores',
    input: examScoreInput,
    columns: empty('exam_id', 'section_id', 'score', 'taken_date', 'notes'),
    reads: {
      ...own('id', 'taken_date', 'notes'),
      exam: sql`(select json_build_object('id', e.id, 'name', e.name, 'sections', ${examSections}) from exams e where e.id = t.exam_id)`,
      section: sql`(select json_build_object('id', s.id, 'name', s.name) from exam_sections s where s.id = t.section_id)`,
      score: sql`t.score::text`,
    },
    order: sql`t.taken_date desc nulls last, t.id desc`,
  },
  achievements: {
    table: 'achievements',
    input: achievementInput,
    columns: empty('title', 'achievement_type', 'date_achieved', 'description', 'issuing_organization', 'certificate', 'certificate_url'),
    reads: {
      ...own('id', 'title', 'date_achieved', 'description', 'issuing_organization', 'certificate', 'certificate_url'),
      ...display('achievement_type', achievementTypes),
    },
    order: sql`t.date_achieved desc, t.id desc`,
  },
  languages: {
    table: 'languages',
    input: languageInput,
    columns: empty('language', 'proficiency'),
    reads: { ...own('id', 'language'), ...display('proficiency', languageLevels) },
    order: sql`t.id desc`,
  },
  skills: {
    table: 'student_skills',
    input: skillInput,
    columns: empty('skill_id', 'proficiency_level', 'years_experience'),
    reads: {
      ...own('id', 'proficiency_level', 'years_experience', 'verified'),
      skill: sql`(select json_build_object('id', s.id, 'name', s.name, 'category', s.category) from skills s where s.id = t.skill_id)`,
    },
    order: sql`t.id desc`,
  },
  'social-links': {
    table: 'social_links',
    input: socialLinkInput,
    columns: { ...empty('platform', 'url'), is_public: true },
    reads: own('id', 'platform', 'url', 'is_public'),
    order: sql`t.id desc`,
  },
};

/** One entry as the wire has it. */
export const entryJson = ({ reads }: ListTable): RawBuilder<unknown> =>
  sql`json_build_object(${sql.join(Object.entries(reads).flatMap(([field, value]) => [sql.lit(field), value]))})`;

/** All entries of a student as one JSON list. @param student_id an SQL expression */
export const entriesJson = (list: ListTable, student_id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(json_agg(${entryJson(list)} order by ${list.order}), '[]') from ${sql.table(list.table)} t
    where t.student_id = ${student_id})`;
