import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Applicant } from '#contract/application.ts';
import { achievementTypes, degrees, experienceTypes, languageLevels } from '#contract/student.ts';
import type { Db } from '../db/connect.ts';

const labelled = <Item extends Record<string, unknown>>(items: Item[], field: string, labels: Record<string, string>) =>
  items.map((item) => ({ ...item, [`${field}_display`]: labels[String(item[field])] ?? '' }));

/** The profile as an application keeps it; undefined when the user has none. */
export const readApplicant = async (db: Db, student_id: number): Promise<Applicant | undefined> => {
  const { rows } = await sql<Applicant>`
    select u.first_name, u.last_name, s.avatar, u.email, s.phone, s.phone_visible, s.location, s.date_of_birth, s.university, s.major,
      s.graduation_year, s.about_me as bio, s.resume, s.portfolio_url,
      (select coalesce(json_agg(json_build_object('id', e.id, 'institution', e.institution, 'degree', e.degree, 'field_of_study',
        e.field_of_study, 'start_date', e.start_date, 'end_date', e.end_date, 'is_current', e.is_current, 'gpa', e.gpa, 'description',
        e.description) order by e.start_date desc, e.id desc), '[]') from education e where e.student_id = s.user_id) as education,
      (select coalesce(json_agg(json_build_object('id', x.id, 'title', x.title, 'company', x.company, 'location', x.location, 'start_date',
        x.start_date, 'end_date', x.end_date, 'is_current', x.is_current, 'description', x.description, 'experience_type',
        x.experience_type) order by x.start_date desc, x.id desc), '[]') from experience x where x.student_id = s.user_id) as experiences,
      (select coalesce(json_agg(json_build_object('id', k.id, 'skill', json_build_object('id', n.id, 'name', n.name, 'category',
        n.category), 'proficiency_level', k.proficiency_level, 'years_experience', k.years_experience, 'verified', k.verified)
        order by k.id), '[]') from student_skills k join skills n on n.id = k.skill_id where k.student_id = s.user_id) as skills,
      (select coalesce(json_agg(json_build_object('id', p.id, 'title', p.title, 'description', p.description, 'start_date', p.start_date,
        'end_date', p.end_date, 'is_ongoing', p.is_ongoing, 'featured', p.featured, 'project_url', p.project_url, 'github_url',
        p.github_url, 'technologies', (select coalesce(json_agg(json_build_object('name', t)), '[]') from unnest(p.technologies) t))
        order by p.start_date desc, p.id desc), '[]') from projects p where p.student_id = s.user_id) as projects,
      (select coalesce(json_agg(json_build_object('id', c.id, 'title', c.title, 'achievement_type', c.achievement_type, 'date_achieved',
        c.date_achieved, 'description', c.description, 'issuing_organization', c.issuing_organization, 'certificate', c.certificate,
        'certificate_url', c.certificate_url) order by c.date_achieved desc, c.id desc), '[]')
        from achievements c where c.student_id = s.user_id) as achievements,
      (select coalesce(json_agg(json_build_object('id', l.id, 'language', l.language, 'proficiency', l.proficiency) order by l.id), '[]')
        from languages l where l.student_id = s.user_id) as languages,
      (select coalesce(json_agg(json_build_object('id', h.id, 'platform', h.platform, 'url', h.url, 'is_public', h.is_public)
        order by h.id), '[]') from social_links h where h.student_id = s.user_id) as social_links
    from students s join users u on u.id = s.user_id where s.user_id = ${student_id}`.execute(db);
  const row = rows[0];
  return (
    row && {
      ...row,
      education: labelled(row.education, 'degree', degrees) as Applicant['education'],
      experiences: labelled(row.experiences, 'experience_type', experienceTypes) as Applicant['experiences'],
      achievements: labelled(row.achievements, 'achievement_type', achievementTypes) as Applicant['achievements'],
      languages: labelled(row.languages, 'proficiency', languageLevels) as Applicant['languages'],
    }
  );
};

/** Whether a profile says something else today than at submission; hiding the phone is no change of content. */
export const hasChanged = (kept: Applicant, today: Applicant | undefined): boolean =>
  today === undefined || !isDeepStrictEqual({ ...kept, phone_visible: true }, { ...today, phone_visible: true });
