import { expect, test } from './fixtures.ts';

const word = '"><img src=x onerror="window.hit=1"><script>window.hit=1</script></title><!--\u202e\u2028 $& {{7*7}} __proto__ 😀';
const long = 'w'.repeat(150);

test('hostile and very long text renders as text on every screen without sideways scrolling', async ({ page, app, browser }) => {
  const owner = await app.organizer({ organization_name: `${word}${long}`.slice(0, 190), organization_city: word.slice(0, 90) });
  await app.call(owner, 'PATCH', '/api/organizations/profile/', { description: `${word}${'u'.repeat(900)}` });
  const opportunity = await app.call(owner, 'POST', '/api/opportunities/', {
    title: `${word}${long}`.slice(0, 200),
    description: `${word} ${'x'.repeat(3000)}`,
    opportunity_type: 'conference',
    application_deadline: '2099-01-01',
    start_date: '2099-02-01',
    location: `${word}${long}`.slice(0, 200),
    benefits: `${word}${long}`,
    application_instructions: `${word}${long}`,
    required_major: `${word}`.slice(0, 100),
    requirements: [{ requirement: `${word}${long}`, is_mandatory: true }],
    additional_questions: [
      {
        question: `${word}${long}`,
        question_type: 'text',
        is_required: true,
        help_text: `${word}${long}`,
        placeholder: word.slice(0, 100),
      },
      { question: '__proto__', question_type: 'select', is_required: true, options: ['__proto__', `${long}`] },
    ],
  });
  await app.call(owner, 'POST', `/api/opportunities/${opportunity.id}/publish/`);
  const student = await app.student({ first_name: word.slice(0, 60).replace(/[\u2028\u202e]/g, ''), last_name: 'V'.repeat(60) });
  await app.call(student, 'PATCH', '/api/students/profile/', { about_me: `${word}${long}`, phone: '+998901112233' });
  const { additional_questions: questions } = await app.call(student, 'GET', `/api/opportunities/${opportunity.id}/`);
  await app.call(student, 'POST', '/api/applications/', {
    opportunity: opportunity.id,
    answers: { [questions[0].id]: `${word}${'z'.repeat(400)}`, [questions[1].id]: '__proto__' },
  });
  const checkScreens = async (as: typeof owner | null, paths: string[]) => {
    const context = await browser.newContext({ baseURL: app.url, viewport: { width: 320, height: 700 } });
    const tab = await context.newPage();
    tab.on('pageerror', (error) => expect(error.message).toBe(''));
    if (as) await app.signIn(tab, as);
    for (const path of paths) {
      await tab.goto(path);
      await tab.waitForLoadState('networkidle');
      await expect(tab.getByRole('heading', { level: 1 })).toBeAttached();
      const findings = await tab.evaluate(() => [
        (window as { hit?: number }).hit ?? 0,
        document.querySelectorAll('img[src="x"]').length,
        document.documentElement.scrollWidth > document.documentElement.clientWidth,
      ]);
      expect([path, ...findings]).toEqual([path, 0, 0, false]);
    }
    await context.close();
  };
  await checkScreens(null, [
    '/',
    `/event/${opportunity.id}`,
    `/?search=${encodeURIComponent(word)}`,
    `/login?from=${encodeURIComponent(word)}`,
  ]);
  await checkScreens(student, ['/', `/event/${opportunity.id}`, '/applications', '/profile']);
  await checkScreens(owner, [
    '/organizer',
    '/organizer/events',
    '/organizer/applications',
    '/organizer/profile',
    `/organizer/events/${opportunity.id}/edit`,
    `/event/${opportunity.id}`,
  ]);
  expect(page.url()).toBe('about:blank');
});
