import { expect, test } from 'vitest';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { render } from './entry-server.tsx';

const organization = {
  id: 3,
  name: 'Sinov markazi',
  organization_type: 'university',
  organization_type_display: 'Universitet',
  description: null,
  logo: null,
  city: null,
  country: null,
  email: null,
  phone: null,
  website: null,
  linkedin_url: null,
  twitter_url: null,
  facebook_url: null,
  is_verified: false,
  member_count: 1,
  opportunity_count: 1,
  response_rate: null,
  median_answer_days: null,
} as const;
const item = (values: Partial<OpportunityDetail['organization']>): Partial<OpportunityDetail> => ({
  id: 7,
  title: 'Kuzgi maktab',
  status: 'published',
  opportunity_type: 'grant',
  opportunity_type_display: 'Grant',
  organization_name: 'Sinov markazi',
  organization_type_display: 'Universitet',
  location: 'Toshkent',
  is_remote: false,
  featured: false,
  cover_image: null,
  application_count: 0,
  accepted_count: 0,
  max_applications: null,
  application_deadline: null,
  days_until_deadline: null,
  is_deadline_passed: false,
  can_apply: true,
  description: 'Tavsif.',
  required_skills: [],
  requirements: [],
  profile_requirements: [],
  additional_questions: [],
  tags: [],
  can_edit: false,
  organization: { ...organization, ...values },
});
const page = async (url: string, values: Partial<OpportunityDetail['organization']> = {}) =>
  (await render(url, async () => ({ status: 200, text: JSON.stringify(item(values)) }))).html;

test('renders two pages at the same moment, each over its own transport', async () => {
  const { promise: bothStarted, resolve: start } = Promise.withResolvers<void>();
  const over = (title: string) =>
    render('/event/7', async () => {
      await bothStarted;
      return { status: 200, text: JSON.stringify({ ...item({}), title }) };
    });
  const pages = [over('Kuzgi maktab'), over('Qishki maktab')];
  start();
  expect((await Promise.all(pages)).map(({ head }) => head.title)).toEqual(['Kuzgi maktab — Imkon', 'Qishki maktab — Imkon']);
});

test('renders the response rate of an organization only when it is known', async () => {
  expect(await page('/event/7', { response_rate: 92, median_answer_days: 6 })).toContain(
    'Arizalarning 92 % iga javob beradi, odatda 6 kunda',
  );
  expect(await page('/event/7')).not.toContain('javob beradi');
});
