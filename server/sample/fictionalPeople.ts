import type { Insertable } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { Tables } from '../db/tables.ts';

type EntryValues<Table extends keyof Tables> = Omit<Insertable<Tables[Table]>, 'student_id'>;

// biome-ignore format: a table
const education: EntryValues<'education'> = {
  institution: 'Mirzo Ulug‘bek nomidagi O‘zbekiston Milliy universiteti', degree: 'bachelor', field_of_study: 'Amaliy matematika',
  start_date: '2024-09-02', is_current: true, gpa: '4.6 / 5', description: 'Ma’lumotlar tahlili bo‘yicha to‘garak a’zosi.',
};
// biome-ignore format: a table
const experience: EntryValues<'experience'>[] = [
  { title: 'Veb-dasturchi amaliyotchi', company: 'Raqamli avlod (namuna)', experience_type: 'internship', description: 'Talabalar uchun dars jadvali sahifasini yozdim.', location: 'Samarqand', start_date: '2025-06-02', end_date: '2025-08-29' },
  { title: 'Ekologiya darslari volontyori', company: 'Ipak yo‘li yoshlar markazi (namuna)', experience_type: 'volunteer', description: 'Maktab o‘quvchilariga daraxt ekishni o‘rgatdim.', location: 'Toshkent', start_date: '2025-03-01', is_current: true },
];
// biome-ignore format: a table
const project: EntryValues<'projects'> = {
  title: 'Havo sifati xaritasi', description: 'Shahar bo‘yicha ochiq o‘lchovlarni ko‘rsatadigan xarita.', start_date: '2025-10-01', is_ongoing: true, featured: true,
  project_url: 'https://example.com/dilnoza/havo', github_url: 'https://example.com/dilnoza/havo/kod', technologies: ['TypeScript', 'Python'],
};
// biome-ignore format: a table
const achievements: EntryValues<'achievements'>[] = [
  { title: 'Matematika bo‘yicha respublika bosqichi', achievement_type: 'competition', date_achieved: '2025-04-20', issuing_organization: 'Universitet' },
  { title: 'Python asoslari', achievement_type: 'certification', date_achieved: '2025-01-15', issuing_organization: 'Onlayn kurs' },
];
const languages: EntryValues<'languages'>[] = [
  { language: 'O‘zbek tili', proficiency: 'native' },
  { language: 'Ingliz tili', proficiency: 'professional_working' },
];
const links: EntryValues<'social_links'>[] = [
  { platform: 'github', url: 'https://example.com/dilnoza/github' },
  { platform: 'linkedin', url: 'https://example.com/dilnoza/linkedin', is_public: false },
];
// biome-ignore format: a table
const skills: [name: string, proficiency_level: number][] = [['Python', 3], ['JavaScript', 3], ['TypeScript', 2], ['Figma', 1], ['Jamoada ishlash', 4]];

/** Fills a student profile with entries in every list but exam scores. */
export const fillProfile = async (db: Db, student_id: number, now: Date) => {
  const withStudent = <Row extends object>(rows: Row[]) => rows.map((row) => ({ ...row, student_id }));
  await db
    .updateTable('students')
    .set({
      phone: '+998 90 000 00 00',
      date_of_birth: '2006-05-14',
      location: 'Toshkent',
      university: education.institution as string,
      major: 'Amaliy matematika',
      graduation_year: 2028,
      portfolio_url: 'https://example.com/dilnoza/portfolio',
      updated_at: now,
      about_me: 'Amaliy matematika talabasiman. Ma’lumotlar bilan ishlashni va volontyorlikni yaxshi ko‘raman.',
    })
    .where('user_id', '=', student_id)
    .execute();
  await db
    .insertInto('education')
    .values(withStudent([education]))
    .execute();
  await db.insertInto('experience').values(withStudent(experience)).execute();
  await db
    .insertInto('projects')
    .values(withStudent([project]))
    .execute();
  await db.insertInto('achievements').values(withStudent(achievements)).execute();
  await db.insertInto('languages').values(withStudent(languages)).execute();
  await db.insertInto('social_links').values(withStudent(links)).execute();
  for (const [name, proficiency_level] of skills) {
    await db
      .insertInto('student_skills')
      .columns(['student_id', 'skill_id', 'proficiency_level'])
      .expression((from) =>
        from
          .selectFrom('skills')
          .select((row) => [row.val(student_id).as('student_id'), 'id', row.val(proficiency_level).as('level')])
          .where('name', '=', name),
      )
      .execute();
  }
};
