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

/** Description of one profile list; profileEntries.ts does the rest. SQL refers to the row as `t`. */
export interface EntryTable {
  table: 'education' | 'experience' | 'projects' | 'exam_scores' | 'achievements' | 'languages' | 'student_skills' | 'social_links';
  /** Schema of a whole entry. */
  input: z.core.$ZodType;
  /** Columns the student writes → value when absent. */
  columns: Record<string, unknown>;
  /** Column that marks an entry as ongoing; such an entry has no end date. */
  ongoingFlag?: 'is_current' | 'is_ongoing';
  /** Field of the reply → SQL expression. */
  replyFields: Record<string, RawBuilder<unknown>>;
  /** `order by`, newest first. */
  order: RawBuilder<unknown>;
}

const columnFields = (...columns: string[]) => Object.fromEntries(columns.map((column) => [column, sql.ref(`t.${column}`)]));
/** A column with enumerated values and its Uzbek label as `<column>_display`. */
const labelledField = (column: string, labels: Readonly<Record<string, string>>) => ({
  [column]: sql.ref(`t.${column}`),
  [`${column}_display`]: labelSql(sql.ref(`t.${column}`), labels),
});
const nullDefaults = <Column extends string>(...columns: Column[]) =>
  Object.fromEntries(columns.map((column) => [column, null])) as Record<Column, null>;

const examSections = sql`(select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.position, s.id)
  from exam_sections s where s.exam_id = e.id)`;

/** The eight lists of a student profile, by their path in the API. */
export const entryTables: Record<StudentListName, EntryTable> = {
  education: {
    table: 'education',
    input: educationInput,
    columns: {
      ...nullDefaults('institution', 'degree', 'field_of_study', 'start_date', 'end_date', 'gpa', 'description'),
      is_current: false,
    },
    ongoingFlag: 'is_current',
    replyFields: {
      ...columnFields('id', 'institution', 'field_of_study', 'start_date', 'end_date', 'is_current', 'gpa', 'description'),
      ...labelledField('degree', degrees),
    },
    order: sql`t.start_date desc, t.id desc`,
  },
  experience: {
    table: 'experience',
    input: experienceInput,
    columns: {
      ...nullDefaults('title', 'company', 'experience_type', 'description', 'location', 'start_date', 'end_date'),
      is_current: false,
    },
    ongoingFlag: 'is_current',
    replyFields: {
      ...columnFields('id', 'title', 'company', 'location', 'start_date', 'end_date', 'is_current', 'description'),
      ...labelledField('experience_type', experienceTypes),
    },
    order: sql`t.start_date desc, t.id desc`,
  },
  projects: {
    table: 'projects',
    input: projectInput,
    columns: {
      ...nullDefaults('title', 'description', 'start_date', 'end_date', 'project_url', 'github_url'),
      is_ongoing: false,
      featured: false,
      technologies: [],
    },
    ongoingFlag: 'is_ongoing',
    replyFields: {
      ...columnFields('id', 'title', 'description', 'start_date', 'end_date', 'is_ongoing', 'featured', 'project_url', 'github_url'),
      technologies: sql`(select coalesce(json_agg(json_build_object('name', name) order by place), '[]')
        from unnest(t.technologies) with ordinality as named (name, place))`,
    },
    order: sql`t.start_date desc, t.id desc`,
  },
  'exam-scores': {
    table: 'exam_scores',
    input: examScoreInput,
    columns: nullDefaults('exam_id', 'section_id', 'score', 'taken_date', 'notes'),
    replyFields: {
      ...columnFields('id', 'taken_date', 'notes'),
      exam: sql`(select json_build_object('id', e.id, 'name', e.name, 'sections', ${examSections}) from exams e where e.id = t.exam_id)`,
      section: sql`(select json_build_object('id', s.id, 'name', s.name) from exam_sections s where s.id = t.section_id)`,
      score: sql`t.score::text`,
    },
    order: sql`t.taken_date desc nulls last, t.id desc`,
  },
  achievements: {
    table: 'achievements',
    input: achievementInput,
    columns: nullDefaults(
      'title',
      'achievement_type',
      'date_achieved',
      'description',
      'issuing_organization',
      'certificate',
      'certificate_url',
    ),
    replyFields: {
      ...columnFields('id', 'title', 'date_achieved', 'description', 'issuing_organization', 'certificate', 'certificate_url'),
      ...labelledField('achievement_type', achievementTypes),
    },
    order: sql`t.date_achieved desc, t.id desc`,
  },
  languages: {
    table: 'languages',
    input: languageInput,
    columns: nullDefaults('language', 'proficiency'),
    replyFields: { ...columnFields('id', 'language'), ...labelledField('proficiency', languageLevels) },
    order: sql`t.id desc`,
  },
  skills: {
    table: 'student_skills',
    input: skillInput,
    columns: nullDefaults('skill_id', 'proficiency_level', 'years_experience'),
    replyFields: {
      ...columnFields('id', 'proficiency_level', 'years_experience', 'verified'),
      skill: sql`(select json_build_object('id', s.id, 'name', s.name, 'category', s.category) from skills s where s.id = t.skill_id)`,
    },
    order: sql`t.id desc`,
  },
  'social-links': {
    table: 'social_links',
    input: socialLinkInput,
    columns: { ...nullDefaults('platform', 'url'), is_public: true },
    replyFields: columnFields('id', 'platform', 'url', 'is_public'),
    order: sql`t.id desc`,
  },
};

/** One entry as JSON for the reply. */
export const entryJson = ({ replyFields }: EntryTable): RawBuilder<unknown> =>
  sql`json_build_object(${sql.join(Object.entries(replyFields).flatMap(([field, value]) => [sql.lit(field), value]))})`;

/** All entries of a student as a JSON array. @param student_id an SQL expression */
export const entriesJson = (list: EntryTable, student_id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(json_agg(${entryJson(list)} order by ${list.order}), '[]') from ${sql.table(list.table)} t
    where t.student_id = ${student_id})`;
