import { expect, test } from 'vitest';
import type { ProfileSection, RequirementLevel } from './opportunity-rules.ts';
import { profileSections } from './opportunity-rules.ts';
import { countSection, minimumItems, type ProfileFacts, profileReadiness, profileTabBySection, yesNoSections } from './readiness.ts';

const achievements = (types: string[]) => types.map((achievement_type) => ({ achievement_type }));
const experiences = (types: string[]) => types.map((experience_type) => ({ experience_type }));

const counts: [ProfileSection, ProfileFacts, number][] = [
  ['basic_info', {}, 0],
  ['basic_info', { phone: '1', location: ' ', about_me: null, university: 'TATU', major: '' }, 2],
  ['basic_info', { phone: '1', location: 'B', about_me: 'x', bio: 'x', university: 'U', major: 'M' }, 5],
  ['basic_info', { bio: 'x' }, 1],
  ['education', { education: [{}, {}] }, 2],
  ['experience', { experiences: experiences(['internship', 'volunteer']) }, 2],
  ['skills', { skills: [{}] }, 1],
  ['projects', { projects: [{}, {}, {}] }, 3],
  ['languages', { languages: [{}] }, 1],
  ['certifications', { achievements: achievements(['certification', 'award', 'certification']) }, 2],
  ['awards', { achievements: achievements(['award', 'competition', 'scholarship', 'recognition', 'certification', 'publication']) }, 4],
  ['extracurricular', { experiences: experiences(['volunteer', 'project', 'internship', 'freelance', 'part_time', 'full_time']) }, 2],
  ['personal_statement', { about_me: ' ', bio: ' ' }, 0],
  ['personal_statement', { bio: 'x' }, 1],
  ['portfolio', { portfolio_url: 'https://a.uz' }, 1],
  ['portfolio', { social_links: [{ platform: 'website', url: 'https://a.uz' }] }, 0],
  ['resume', { resume: '/files/1' }, 1],
  ['resume', { resume: '' }, 0],
  ['linkedin', { social_links: [{ platform: 'linkedin', url: ' ' }] }, 0],
  ['linkedin', { social_links: [{ platform: 'linkedin', url: 'https://l.com/a' }] }, 1],
  ['linkedin', { social_links: [{ platform: 'github', url: 'https://l.com/a' }] }, 0],
  ['github', { social_links: [{ platform: 'github', url: 'https://g.com/a' }] }, 1],
  ['website', { portfolio_url: 'https://a.uz' }, 1],
  ['website', { social_links: [{ platform: 'website', url: 'https://a.uz' }] }, 1],
  ['website', { social_links: [{ platform: 'github', url: 'https://a.uz' }] }, 0],
];
test.each(counts)('counts %s of %j as %i', (section, profile, expected) => {
  expect(countSection(section, profile)).toBe(expected);
});

test('counts 0 for every section of an empty profile, and each section has a tab', () => {
  for (const section of Object.keys(profileSections) as ProfileSection[]) {
    expect([section, countSection(section, {})]).toEqual([section, 0]);
    expect(profileTabBySection[section]).toBeTruthy();
  }
});

const contentSections = ['education', 'experience', 'skills', 'projects', 'languages', 'certifications', 'awards', 'extracurricular'];
test('has a minimum for every section and level', () => {
  for (const section of Object.keys(profileSections) as ProfileSection[]) {
    for (const requirement_level of ['required', 'recommended', 'optional', null] as const) {
      const defaultMinimum = section === 'basic_info' ? 2 : 1;
      const expected = requirement_level === 'optional' && !contentSections.includes(section) ? 0 : defaultMinimum;
      const key = [section, requirement_level];
      expect([...key, minimumItems({ section, requirement_level })]).toEqual([...key, expected]);
      expect([...key, minimumItems({ section, requirement_level, minimum_items: null })]).toEqual([...key, expected]);
      for (const minimum_items of [0, 1, 3]) expect(minimumItems({ section, requirement_level, minimum_items })).toBe(minimum_items);
    }
  }
  expect([...contentSections, ...yesNoSections, 'basic_info'].sort()).toEqual(Object.keys(profileSections).sort());
});

const aRequirement = (section: ProfileSection, requirement_level: RequirementLevel | null, minimum_items: number | null = null) => ({
  section,
  requirement_level,
  minimum_items,
});
test('blocks on required sections only, and rounds progress over them', () => {
  const profile: ProfileFacts = { education: [{}], skills: [{}] };
  expect(profileReadiness([], profile)).toEqual({ sections: [], missing: [], progress: 100, ready: true });
  const recommended = profileReadiness(
    [aRequirement('resume', 'recommended'), aRequirement('github', 'optional'), aRequirement('projects', null)],
    profile,
  );
  expect([recommended.ready, recommended.progress, recommended.sections.map((one) => one.satisfied)]).toEqual([
    true,
    100,
    [false, true, false],
  ]);
  const mixed = profileReadiness(
    [aRequirement('education', 'required'), aRequirement('skills', 'required', 2), aRequirement('resume', 'required')],
    profile,
  );
  expect([mixed.ready, mixed.progress, mixed.missing.map((one) => one.section)]).toEqual([false, 33, ['skills', 'resume']]);
  const two = profileReadiness(
    [aRequirement('education', 'required'), aRequirement('skills', 'required', 1), aRequirement('resume', 'required')],
    profile,
  );
  expect(two.progress).toBe(67);
  expect(profileReadiness([aRequirement('resume', 'required', 0)], profile).ready).toBe(true);
});
