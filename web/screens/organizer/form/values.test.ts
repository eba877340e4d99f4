import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type OpportunityDetail, opportunityInput } from '#contract/opportunity.ts';
import { newProfileRequirement, newQuestion, newRequirement, rowsWithSavedIds } from './lists.ts';
import {
  changePayload,
  changeSchema,
  comparableContent,
  createPayload,
  emptyOpportunity,
  type OpportunityValues,
  onlyChanged,
  toOpportunityValues,
  withCover,
} from './values.ts';

const settings = { blind_review: true, criteria: [{ row: 0, id: 9, name: 'Motivatsiya', weight: '1', max_score: '10', description: '' }] };

/** The fields of the required five, as an organizer types them. */
const filled: OpportunityValues = {
  ...emptyOpportunity,
  title: 'Sarlavha',
  description: 'Tavsif',
  start_date: '2099-02-01',
  application_deadline: '2099-01-01',
  location: 'Toshkent',
};

/** An opportunity that holds a value in every field of the form. */
const item = {
  id: 7,
  title: 'Yozgi maktab',
  description: 'Tavsif',
  opportunity_type: 'camp',
  status: 'published',
  featured: true,
  start_date: '2099-02-01',
  end_date: '2099-02-10',
  application_deadline: '2099-01-01',
  result_announcement_date: '2099-01-20',
  location: 'Toshkent',
  is_remote: true,
  max_applications: 30,
  compensation: 'Stipendiya',
  benefits: 'Yotoqxona',
  application_instructions: 'Avval profilni to‘ldiring.',
  min_gpa: '3.5 / 4.0',
  required_major: 'Iqtisodiyot',
  graduation_year_min: 2098,
  graduation_year_max: 2100,
  age_min: 0,
  age_max: 25,
  required_skills: [{ id: 3, name: 'SQL' }],
  requirements: [{ id: 11, requirement: 'Pasport', is_mandatory: true, order: 0 }],
  profile_requirements: [
    {
      id: 12,
      section: 'education',
      section_display: 'Ta’lim',
      requirement_level: 'recommended',
      requirement_level_display: 'Tavsiya etiladi',
      minimum_items: 2,
      custom_message: null,
    },
  ],
  additional_questions: [
    {
      id: 13,
      question: 'Nega?',
      question_type: 'select',
      question_type_display: 'Tanlov',
      options: ['Ha', 'Yo‘q'],
      is_required: true,
      placeholder: null,
      help_text: 'Qisqa yozing',
      max_length: 200,
      min_length: null,
      order: 0,
    },
  ],
} as unknown as OpportunityDetail;

describe('values of the edit form', () => {
  test('hold every field as typed text, with the options of a question one a line', () => {
    expect(toOpportunityValues(item, settings)).toEqual({
      ...settings,
      title: 'Yozgi maktab',
      description: 'Tavsif',
      opportunity_type: 'camp',
      status: 'published',
      featured: true,
      start_date: '2099-02-01',
      end_date: '2099-02-10',
      application_deadline: '2099-01-01',
      result_announcement_date: '2099-01-20',
      location: 'Toshkent',
      is_remote: true,
      max_applications: '30',
      compensation: 'Stipendiya',
      benefits: 'Yotoqxona',
      application_instructions: 'Avval profilni to‘ldiring.',
      min_gpa: '3.5 / 4.0',
      required_major: 'Iqtisodiyot',
      graduation_year_min: '2098',
      graduation_year_max: '2100',
      age_min: '0',
      age_max: '25',
      required_skills: [{ id: 3, name: 'SQL' }],
      requirements: [{ row: 0, id: 11, requirement: 'Pasport', is_mandatory: true }],
      profile_requirements: [
        { row: 0, id: 12, section: 'education', requirement_level: 'recommended', minimum_items: '2', custom_message: '' },
      ],
      additional_questions: [
        {
          row: 0,
          id: 13,
          question: 'Nega?',
          question_type: 'select',
          options: 'Ha\nYo‘q',
          is_required: true,
          placeholder: '',
          help_text: 'Qisqa yozing',
          min_length: '',
          max_length: '200',
        },
      ],
    });
  });

  test('hold an empty text for a field that is null', () => {
    const bare = Object.fromEntries(Object.entries(item).map(([name, value]) => [name, typeof value === 'number' ? null : value]));
    const values = toOpportunityValues({ ...bare, location: null, start_date: null, benefits: null } as OpportunityDetail, settings);
    expect([values.location, values.start_date, values.benefits, values.max_applications, values.age_min]).toEqual(['', '', '', '', '']);
  });
});

describe('payload of a new opportunity', () => {
  test('of an untouched form: the five required texts, and the values that are never empty', () => {
    expect(createPayload(emptyOpportunity)).toEqual({
      title: '',
      description: '',
      opportunity_type: 'conference',
      status: 'draft',
      featured: false,
      start_date: '',
      application_deadline: '',
      location: '',
      is_remote: false,
    });
    expect(opportunityInput.safeParse(createPayload(emptyOpportunity)).error?.issues.map(({ message }) => message)).toEqual([
      'Sarlavha majburiy',
      'Tavsif majburiy',
      'Boshlanish sanasini kiriting',
      'Ariza muddati majburiy',
      'Joylashuvni kiriting',
    ]);
  });

  test('trims optional texts, reads whole numbers, drops what is no number, sends ids of skills', () => {
    const payload = createPayload({
      ...filled,
      title: ' Sarlavha ',
      location: ' Toshkent ',
      end_date: '2099-02-10',
      compensation: '  ',
      benefits: ' Yotoqxona ',
      max_applications: '12 ta',
      age_min: 'o‘n',
      graduation_year_min: '0',
      required_skills: [
        { id: 3, name: 'SQL' },
        { id: 5, name: 'R' },
      ],
    });
    // The required texts are trimmed by the schema.
    expect(payload).toEqual({
      title: ' Sarlavha ',
      description: 'Tavsif',
      opportunity_type: 'conference',
      status: 'draft',
      featured: false,
      start_date: '2099-02-01',
      end_date: '2099-02-10',
      application_deadline: '2099-01-01',
      location: ' Toshkent ',
      is_remote: false,
      max_applications: 12,
      benefits: 'Yotoqxona',
      graduation_year_min: 0,
      required_skills: [3, 5],
    });
  });

  test('is in the order of the field descriptions', () => {
    expect(JSON.stringify(createPayload({ ...filled, age_max: '30', min_gpa: '3', benefits: 'B' }))).toBe(
      '{"title":"Sarlavha","description":"Tavsif","opportunity_type":"conference","status":"draft","featured":false,' +
        '"start_date":"2099-02-01","application_deadline":"2099-01-01","location":"Toshkent","is_remote":false,' +
        '"benefits":"B","min_gpa":"3","age_max":30}',
    );
  });

  test('holds the rows of the lists', () => {
    const payload = createPayload({
      ...filled,
      requirements: [{ ...newRequirement([]), requirement: 'Pasport' }],
      profile_requirements: [{ ...newProfileRequirement([]), minimum_items: '3', custom_message: ' ' }],
      additional_questions: [{ ...newQuestion([]), question: 'Nega?', help_text: ' ', max_length: '500' }],
    });
    expect(payload).toMatchObject({
      requirements: [{ row: 1, requirement: 'Pasport', is_mandatory: true }],
      profile_requirements: [{ row: 1, section: 'basic_info', requirement_level: 'required', minimum_items: 3, custom_message: null }],
      additional_questions: [
        {
          row: 1,
          question: 'Nega?',
          question_type: 'text',
          options: '',
          is_required: false,
          placeholder: null,
          help_text: null,
          min_length: null,
          max_length: 500,
        },
      ],
    });
  });

  test('a row gets a number above those of the other rows', () => {
    expect(newRequirement([{ row: 4 }, { row: 2 }]).row).toBe(5);
    expect(newQuestion([]).row).toBe(1);
  });
});

describe('payload of a change', () => {
  const before = toOpportunityValues(item, settings);
  const payload = changePayload(before);

  test('leaves out an untouched status and every field that was and is empty', () => {
    const untouched = payload(before);
    expect(untouched).not.toHaveProperty('status');
    expect(untouched).toMatchObject({ title: 'Yozgi maktab', max_applications: 30, age_min: 0, required_skills: [3] });
    const bare = changePayload(filled)(filled);
    expect(Object.keys(bare)).toEqual([
      'title',
      'description',
      'opportunity_type',
      'featured',
      'start_date',
      'application_deadline',
      'location',
      'is_remote',
    ]);
  });

  test('sends null for a cleared optional field and an empty array for a cleared list', () => {
    const cleared = payload({ ...before, end_date: '', max_applications: '', benefits: ' ', required_skills: [], requirements: [] });
    expect(cleared).toMatchObject({ end_date: null, max_applications: null, benefits: null, required_skills: [], requirements: [] });
  });

  test('sends null for a cleared start date, deadline and location, and an empty text for the title', () => {
    const cleared = payload({ ...before, title: '', start_date: '', application_deadline: '', location: '' });
    expect(cleared).toMatchObject({ title: '', start_date: null, application_deadline: null, location: null });
    expect(z.safeParse(changeSchema(before), cleared).error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['title', 'Sarlavha majburiy'],
      ['start_date', 'Boshlanish sanasini kiriting'],
      ['application_deadline', 'Ariza muddati majburiy'],
      ['location', 'Joylashuvni kiriting'],
    ]);
  });

  test('accepts a required field that was already empty', () => {
    const imported = { ...before, start_date: '', location: '' };
    const body = changePayload(imported)({ ...imported, title: 'Yangi' });
    expect(body).not.toHaveProperty('start_date');
    expect(z.safeParse(changeSchema(imported), body).success).toBe(true);
  });

  test('of a changed status holds the status', () => {
    expect(payload({ ...before, status: 'closed' })).toMatchObject({ status: 'closed' });
  });

  test('is reduced to the fields that differ', () => {
    const values = { ...before, title: 'Yangi', compensation: '', age_max: '26' };
    expect(onlyChanged(payload(values), before, values)).toEqual({ title: 'Yangi', compensation: null, age_max: 26 });
    expect(onlyChanged(payload(before), before, before)).toEqual({});
  });
});

describe('lengths left from another question type', () => {
  const payload = (question_type: 'text' | 'date' | 'select', options = '') =>
    createPayload({
      ...filled,
      additional_questions: [{ ...newQuestion([]), question: 'Qachon?', question_type, options, min_length: '20', max_length: '0' }],
    });
  const problems = (body: object) => [...new Set(opportunityInput.safeParse(body).error?.issues.map(({ path }) => path.join('.')))];

  test('are checked while the answer is text', () => {
    expect(problems(payload('text'))).toEqual(['additional_questions.0.max_length']);
    expect(problems(payload('select'))).toEqual(['additional_questions.0.max_length']);
  });

  test('are sent as null and not checked for a date and for a choice with options', () => {
    expect(problems(payload('date'))).toEqual([]);
    expect(problems(payload('select', 'Ha\nYo‘q'))).toEqual([]);
    expect(payload('date').additional_questions).toMatchObject([{ min_length: null, max_length: null }]);
  });
});

test('a multipart body holds texts, JSON for lists, an empty text for null, and the cover', () => {
  const cover = new File(['x'], 'muqova.png', { type: 'image/png' });
  const body = { title: 'Yangi', featured: false, age_max: 26, benefits: null, required_skills: [3], location: undefined };
  expect([...withCover(body, cover)]).toEqual([
    ['title', 'Yangi'],
    ['featured', 'false'],
    ['age_max', '26'],
    ['benefits', ''],
    ['required_skills', '[3]'],
    ['cover_image', cover],
  ]);
});

describe('after a save', () => {
  const typed = {
    ...filled,
    requirements: [{ ...newRequirement([]), requirement: 'Pasport' }],
    additional_questions: [{ ...newQuestion([]), question: 'Nega?' }],
  };

  test('rows get the ids of the server, and their row numbers stay', () => {
    expect(rowsWithSavedIds(typed, item)).toEqual([
      ['requirements', [{ row: 1, id: 11, requirement: 'Pasport', is_mandatory: true }]],
      ['profile_requirements', []],
      ['additional_questions', [expect.objectContaining({ row: 1, id: 13, question: 'Nega?' })]],
    ]);
  });

  test('the comparable content ignores the ids of rows and the review settings', () => {
    const saved = { ...typed, ...Object.fromEntries(rowsWithSavedIds(typed, item)), ...settings } as OpportunityValues;
    expect(comparableContent(saved)).toBe(comparableContent(typed));
    expect(comparableContent({ ...typed, benefits: 'Yotoqxona' })).not.toBe(comparableContent(typed));
  });
});
