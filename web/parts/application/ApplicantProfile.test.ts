import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ApplicantSnapshot } from '#contract/application.ts';
import { ApplicantProfile } from './ApplicantProfile.tsx';

const student: ApplicantSnapshot = {
  first_name: 'Aziza',
  last_name: 'Karimova',
  avatar: null,
  email: 'aziza@example.uz',
  phone: '+998901234567',
  phone_visible: true,
  location: null,
  date_of_birth: null,
  university: null,
  major: null,
  graduation_year: null,
  bio: null,
  education: [
    {
      id: 1,
      institution: 'TATU',
      degree: 'bachelor',
      degree_display: 'Bakalavr',
      field_of_study: 'IT',
      start_date: '2023-09-01',
      end_date: null,
      is_current: true,
      gpa: '4.5',
      description: null,
    },
  ],
  experiences: [
    {
      id: 1,
      title: 'Yordamchi',
      company: 'Bank',
      location: 'Xiva',
      start_date: '2022-06-01',
      end_date: '2023-08-01',
      is_current: false,
      description: 'Hisobotlar',
      experience_type: 'internship',
      experience_type_display: 'Amaliyot',
    },
  ],
  skills: [{ id: 1, skill: { id: 1, name: 'Python', category: 'tool' }, proficiency_level: 3, years_experience: 2, verified: false }],
  projects: [
    {
      id: 1,
      title: 'Sayt',
      description: 'Loyiha matni',
      start_date: '2024-01-01',
      end_date: null,
      is_ongoing: true,
      featured: false,
      project_url: 'https://sayt.uz/a',
      github_url: 'javascript:alert(1)',
      technologies: [{ name: 'React' }, { name: 'Go' }],
    },
  ],
  achievements: [
    {
      id: 1,
      title: 'Olimpiada',
      achievement_type: 'award',
      achievement_type_display: 'Mukofot',
      date_achieved: '2024-05-01',
      description: 'Oltin',
      issuing_organization: 'Vazirlik',
      certificate: 'A-12',
      certificate_url: 'https://c.uz/1',
    },
  ],
  languages: [{ id: 1, language: 'Ingliz tili', proficiency: 'native', proficiency_display: 'Ona tili' }],
  social_links: [{ id: 1, platform: 'telegram', url: 'https://t.me/aziza', is_public: false }],
  resume: '/files/resume/1.pdf',
  portfolio_url: 'https://aziza.uz',
};
/** The texts of the rendered profile, tags removed, one array item per text. */
const shownTexts = (props: { own?: boolean; blind?: boolean }): string[] =>
  renderToStaticMarkup(createElement(ApplicantProfile, { student, ...props }))
    .split(/<[^>]*>/)
    .filter(Boolean);

test.each([{}, { own: true }, { blind: true }])('shows GPA, experience type, years of a skill: %j', (props) => {
  expect(shownTexts(props)).toEqual(
    expect.arrayContaining([
      'TATU',
      'Bakalavr · IT · GPA: 4.5',
      '1 sen 2023 – Hozirgacha',
      'Yordamchi',
      'Bank · Xiva',
      'Amaliyot',
      '1 iyn 2022 – 1 avg 2023',
      'Python',
      'Yuqori · 2 yil tajriba',
      'Vosita',
      'React, Go',
      'Olimpiada',
      'Vazirlik · 1 may 2024',
      'Mukofot',
      'Ingliz tili',
      'Ona tili',
    ]),
  );
});

test('shows the certificate code, and links by their address', () => {
  expect(shownTexts({})).toEqual(
    expect.arrayContaining(['Sertifikat kodi: A-12', 'https://sayt.uz/a', 'https://c.uz/1', 'Telegram', 'https://t.me/aziza']),
  );
});

test('an address that is not http(s) stays text', () => {
  const html = renderToStaticMarkup(createElement(ApplicantProfile, { student }));
  expect(html).toContain('javascript:alert(1)');
  expect(html).not.toContain('href="javascript:');
});

test('anonymous review shows no contact, certificate code or link', () => {
  const html = renderToStaticMarkup(createElement(ApplicantProfile, { student, blind: true }));
  expect(html).not.toMatch(/href|https?:|javascript:|A-12|aziza|998901234567|Telegram/i);
});
