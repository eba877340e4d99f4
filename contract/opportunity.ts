import * as z from 'zod/mini';
import { answerMaxLength, isTextQuestion } from './application-rules.ts';
import { get, patch, post, put, remove } from './call.ts';
import {
  choice,
  choices,
  day,
  flag,
  moment,
  optionalDay,
  optionalFlag,
  optionalInteger,
  optionalText,
  ordering,
  reference,
  text,
} from './fields.ts';
import {
  opportunityStatuses,
  opportunityTypes,
  type ProfileSection,
  profileSections,
  questionTypes,
  requirementLevels,
  titleMaxLength,
} from './opportunity-rules.ts';
import { responsiveness } from './organization.ts';
import { organizationTypes } from './organization-rules.ts';
import { pagedList, pageQuery } from './paging.ts';
import { basicFieldCount, yesNoSections } from './readiness.ts';
import { badCharacters, isStorableText, nonEmptyLines, parseBoolean, tooLong } from './values.ts';

const nullableString = z.nullable(z.string());
const nullableInt = z.nullable(z.int());

/** A requirement in a reply (specification 3). */
export const requirement = z.object({ id: z.int(), requirement: z.string(), is_mandatory: z.boolean(), order: z.int() });
/** A profile requirement in a reply; null `minimum_items` means the default of its section (`minimumItems`). */
export const profileRequirement = z.object({
  id: z.int(),
  section: choice(profileSections),
  section_display: z.string(),
  requirement_level: choice(requirementLevels),
  requirement_level_display: z.string(),
  minimum_items: nullableInt,
  custom_message: nullableString,
});
/** An additional question in a reply. Lengths are in UTF-16 units and apply to typed answers. */
export const question = z.object({
  id: z.int(),
  question: z.string(),
  question_type: choice(questionTypes),
  question_type_display: z.string(),
  options: z.array(z.string()),
  is_required: z.boolean(),
  placeholder: nullableString,
  help_text: nullableString,
  max_length: nullableInt,
  min_length: nullableInt,
  order: z.int(),
});
export type Requirement = z.infer<typeof requirement>;
export type ProfileRequirement = z.infer<typeof profileRequirement>;
export type Question = z.infer<typeof question>;

/** An opportunity in a list (specification 3). Dates are `YYYY-MM-DD`. */
export const opportunitySummary = z.object({
  id: z.int(),
  title: z.string(),
  status: choice(opportunityStatuses),
  status_display: z.string(),
  opportunity_type: choice(opportunityTypes),
  opportunity_type_display: z.string(),
  organization_id: z.int(),
  organization_name: z.string(),
  organization_type: choice(organizationTypes),
  organization_type_display: z.string(),
  organization_logo: nullableString,
  organization_is_verified: z.boolean(),
  location: nullableString,
  is_remote: z.boolean(),
  featured: z.boolean(),
  cover_image: nullableString,
  compensation: nullableString,
  tags: z.array(z.string()),
  /** Applications, without withdrawn ones. */
  application_count: z.int(),
  /** Views of the detail page; only in the organization's own list. */
  view_count: z.optional(z.int()),
  max_applications: nullableInt,
  min_gpa: nullableString,
  application_deadline: nullableString,
  /** Whole Tashkent days: 0 = last day, negative = passed, null = no deadline. */
  days_until_deadline: nullableInt,
  is_deadline_passed: z.boolean(),
  can_apply: z.boolean(),
  start_date: nullableString,
  end_date: nullableString,
  created_at: moment,
  updated_at: moment,
  published_at: z.nullable(moment),
});
export type OpportunitySummary = z.infer<typeof opportunitySummary>;

/**
 * Optional columns, one line each: as they are sent, and as the detail replies them. Input, change and reply derive from
 * here; the order is that of the error messages.
 */
const optionalColumns = {
  opportunity_type: [z.optional(choice(opportunityTypes)), choice(opportunityTypes)],
  status: [z.optional(choice(opportunityStatuses)), choice(opportunityStatuses)],
  featured: [optionalFlag, z.boolean()],
  end_date: [optionalDay, nullableString],
  result_announcement_date: [optionalDay, nullableString],
  is_remote: [optionalFlag, z.boolean()],
  max_applications: [optionalInteger(0, 1000000), nullableInt],
  compensation: [optionalText(500), nullableString],
  benefits: [optionalText(5000), nullableString],
  application_instructions: [optionalText(5000), nullableString],
  min_gpa: [optionalText(50), nullableString],
  required_major: [optionalText(200), nullableString],
  graduation_year_min: [optionalInteger(1950, 2100), nullableInt],
  graduation_year_max: [optionalInteger(1950, 2100), nullableInt],
  age_min: [optionalInteger(0, 120), nullableInt],
  age_max: [optionalInteger(0, 120), nullableInt],
} as const;
type ColumnSchemas = Readonly<Record<string, readonly [input: z.core.$ZodType, reply: z.core.$ZodType]>>;
const inputSchemas = <Pairs extends ColumnSchemas>(pairs: Pairs) =>
  Object.fromEntries(Object.entries(pairs).map(([name, [input]]) => [name, input])) as { -readonly [Name in keyof Pairs]: Pairs[Name][0] };
const replySchemas = <Pairs extends ColumnSchemas>(pairs: Pairs) =>
  Object.fromEntries(Object.entries(pairs).map(([name, [, reply]]) => [name, reply])) as {
    -readonly [Name in keyof Pairs]: Pairs[Name][1];
  };

/**
 * One opportunity with its organization and lists. The specification names the lists `requirements` and
 * `additional_questions`; the tables behind them are `opportunity_requirements` and `questions`.
 */
export const opportunityDetail = z.extend(opportunitySummary, {
  organization: z.object({
    id: z.int(),
    name: z.string(),
    organization_type: choice(organizationTypes),
    organization_type_display: z.string(),
    description: nullableString,
    logo: nullableString,
    city: nullableString,
    country: nullableString,
    email: nullableString,
    phone: nullableString,
    website: nullableString,
    linkedin_url: nullableString,
    twitter_url: nullableString,
    facebook_url: nullableString,
    is_verified: z.boolean(),
    member_count: z.int(),
    /** Published opportunities with an open deadline. */
    opportunity_count: z.int(),
    ...responsiveness,
  }),
  description: z.string(),
  ...replySchemas(optionalColumns),
  accepted_count: z.int(),
  required_skills: z.array(z.object({ id: z.int(), name: z.string() })),
  requirements: z.array(requirement),
  profile_requirements: z.array(profileRequirement),
  additional_questions: z.array(question),
  /** The caller may edit it. */
  can_edit: z.boolean(),
  /** An administrator does not allow `featured`. */
  featured_locked: z.boolean(),
});
export type OpportunityDetail = z.infer<typeof opportunityDetail>;

/** Items sent with their id are updated, others are added, and items not sent are removed. */
const itemId = { id: z.optional(reference()) };

/** A requirement in a body: an object, or its text alone. `isMandatory` is read too, the name used by the form (specification 3). */
export const requirementInput = z.pipe(
  z.transform((value) => {
    if (typeof value === 'string') return { requirement: value, is_mandatory: true };
    if (value === null || typeof value !== 'object') return value;
    const item = value as Record<string, unknown>;
    const mandatory = item.is_mandatory ?? item.isMandatory;
    return { ...item, is_mandatory: mandatory === undefined ? true : parseBoolean(mandatory) };
  }),
  z.object({ ...itemId, requirement: text(1000, 'Talab matnini kiriting'), is_mandatory: flag }),
);
/** A profile requirement in a body. Sections that exist at most once have no `minimum_items`. */
export const profileRequirementInput = z.pipe(
  z.transform((value) => {
    if (value === null || typeof value !== 'object') return value;
    const item = value as Record<string, unknown>;
    return yesNoSections.includes(item.section as ProfileSection) ? { ...item, minimum_items: null } : item;
  }),
  z
    .object({
      ...itemId,
      section: choice(profileSections),
      requirement_level: z._default(choice(requirementLevels), 'required'),
      minimum_items: optionalInteger(0, 100),
      custom_message: optionalText(500),
    })
    .check(
      z.refine((item) => item.section !== 'basic_info' || (item.minimum_items ?? 0) <= basicFieldCount, {
        error: `Bu bo‘limda ${basicFieldCount} ta maydon bor: 0 dan ${basicFieldCount} gacha son kiriting.`,
        path: ['minimum_items'],
      }),
    ),
);
const optionTexts = (value: unknown): string[] => {
  if (typeof value === 'string') return nonEmptyLines(value);
  if (Array.isArray(value)) return value.filter((part) => typeof part === 'string' || typeof part === 'number').map(String);
  if (value !== null && typeof value === 'object') return optionTexts(Object.values(value));
  return [];
};
/** A question in a body. Options are a list, an object's values, or text with one option per line (specification 3). */
export const questionInput = z
  .object({
    ...itemId,
    question: text(1000, 'Savol matnini kiriting'),
    question_type: z._default(choice(questionTypes), 'text'),
    options: z._default(
      z.pipe(
        z.transform((value) => [
          ...new Set(
            optionTexts(value)
              .map((option) => option.trim())
              .filter(Boolean),
          ),
        ]),
        z
          .array(z.string().check(z.maxLength(300, tooLong(300)), z.refine(isStorableText, badCharacters)))
          .check(z.maxLength(100, 'Ko‘pi bilan 100 ta variant kiriting.')),
      ),
      [],
    ),
    is_required: optionalFlag,
    placeholder: optionalText(200),
    help_text: optionalText(1000),
    max_length: optionalInteger(1, 10000),
    min_length: optionalInteger(0, 10000),
  })
  .check(
    z.refine((item) => !isTextQuestion(item) || (item.min_length ?? 0) <= (item.max_length ?? answerMaxLength), {
      error: 'Eng ko‘p belgi soni eng kam sonidan kichik bo‘lmasligi kerak.',
      path: ['max_length'],
    }),
  );

const atMostItems = (max: number) => `Ko‘pi bilan ${max} ta qo‘shing.`;

/** A list that may be absent (unchanged), or null or blank (emptied). */
const optionalList = <Item extends z.core.$ZodType>(item: Item, max: number) =>
  z.optional(
    z.pipe(
      z.transform((value) => (value === null || value === '' ? [] : value)),
      z.array(item).check(z.maxLength(max, atMostItems(max))),
    ),
  );
const titleRequired = 'Sarlavha majburiy';
const descriptionRequired = 'Tavsif majburiy';
const startRequired = 'Boshlanish sanasini kiriting';
const deadlineRequired = 'Ariza muddati majburiy';
const locationRequired = 'Joylashuvni kiriting';

const optionalFields = {
  ...inputSchemas(optionalColumns),
  /** Ids of skills. */
  required_skills: optionalList(reference(), 50),
  requirements: optionalList(requirementInput, 50),
  profile_requirements: optionalList(profileRequirementInput, 15),
  additional_questions: optionalList(questionInput, 50),
};

/** The field `high` may not be below `low`; missing values pass. */
const notBelow = (low: string, high: string, error: string) =>
  z.refine<Record<string, unknown>>(
    (item) => {
      const [from, to] = [item[low], item[high]];
      if (from === null || from === undefined || to === null || to === undefined) return true;
      return typeof from === 'number' && typeof to === 'number' ? from <= to : String(from) <= String(to);
    },
    { error, path: [high] },
  );
/** Pairs of fields of which `low` may not exceed `high`; the error is reported at `high`. */
export const orderedFields = [
  { low: 'start_date', high: 'end_date', error: 'Tugash sanasi boshlanish sanasidan oldin bo‘lmasligi kerak.' },
  { low: 'graduation_year_min', high: 'graduation_year_max', error: 'Eng katta yil eng kichik yildan kichik bo‘lmasligi kerak.' },
  { low: 'age_min', high: 'age_max', error: 'Eng katta yosh eng kichik yoshdan kichik bo‘lmasligi kerak.' },
] as const;
const ranges = orderedFields.map(({ low, high, error }) => notBelow(low, high, error));

/** Body of POST and PUT (specification 5). Multipart carries lists as JSON text. */
export const opportunityInput = z
  .object({
    title: text(titleMaxLength, titleRequired),
    description: text(20000, descriptionRequired),
    start_date: day(startRequired),
    application_deadline: day(deadlineRequired),
    location: text(200, locationRequired),
    ...optionalFields,
  })
  .check(...ranges);

/** Null removes the cover; any other value, such as its address, leaves it. A new cover is sent as a file. */
const coverCleared = z.optional(
  z.pipe(
    z.transform((value) => (value === null || value === '' ? null : undefined)),
    z.optional(z.null()),
  ),
);

/** Body of PATCH: absent fields stay, null clears. Fields of `requiredOnEdit` cannot be cleared once set. */
export const opportunityChange = z
  .object({
    title: z.optional(text(titleMaxLength, titleRequired)),
    description: z.optional(text(20000, descriptionRequired)),
    start_date: optionalDay,
    application_deadline: optionalDay,
    location: optionalText(200),
    cover_image: coverCleared,
    ...optionalFields,
  })
  .check(...ranges);
/** Messages of fields that must stay set once filled, and must be set before the first publication. */
export const requiredOnEdit = { start_date: startRequired, application_deadline: deadlineRequired, location: locationRequired };
/** Every field that the form requires, with its message. */
export const requiredFields = { title: titleRequired, description: descriptionRequired, ...requiredOnEdit };

/** Values of `ordering`; `-` means descending. */
export const opportunityOrderings = [
  'created_at',
  '-created_at',
  'application_deadline',
  '-application_deadline',
  'application_count',
  '-application_count',
  'title',
  '-title',
  'start_date',
  '-start_date',
] as const;

/** Query of opportunity lists (specification 7). */
const listQuery = z.object({
  search: z.optional(z.string()),
  title: z.optional(z.string()),
  location: z.optional(z.string()),
  opportunity_type: choices(opportunityTypes),
  status: choices(opportunityStatuses),
  featured: optionalFlag,
  is_remote: optionalFlag,
  /** Only published items with an open deadline. */
  is_active: optionalFlag,
  deadline_after: z.optional(day()),
  min_gpa: z.optional(z.string()),
  ordering: ordering(opportunityOrderings),
  /** `mine`: all items of the caller's organization, including drafts. */
  scope: z.optional(z.enum(['mine'], 'scope: mine')),
  ...pageQuery(),
});
export type OpportunityQuery = z.infer<typeof listQuery>;

/**
 * `count` is exact below 10,000 (1,000 for a search), then a lower bound that grows with the page. `suggestion` is true
 * when there was no exact match and the results are matches with typos ("Shularni qidirdingizmi?").
 */
export const opportunityList = z.extend(pagedList(opportunitySummary), { suggestion: z.optional(z.boolean()) });
export type OpportunityList = z.infer<typeof opportunityList>;

/** Figures of the organizer's list, over all items of the organization (specification 2). */
export const opportunityStats = z.object({
  total: z.int(),
  active: z.int(),
  closed: z.int(),
  draft: z.int(),
  total_applications: z.int(),
});
export type OpportunityStats = z.infer<typeof opportunityStats>;

/** Opportunities (specification 7). */
export const opportunityCalls = {
  list: get('/opportunities/', {
    summary:
      'Published opportunities, or the organization’s own with scope=mine. `count` is exact below 10,000 (1,000 for a search), then a lower bound that grows with the page.',
    query: listQuery,
    reply: opportunityList,
  }),
  create: post('/opportunities/', {
    summary: 'Create an opportunity; multipart with a cover image.',
    body: opportunityInput,
    reply: opportunityDetail,
    status: 201,
    files: ['cover_image'],
    idempotent: true,
  }),
  detail: get('/opportunities/:id/', { summary: 'One opportunity with its organization and lists.', reply: opportunityDetail }),
  update: patch('/opportunities/:id/', {
    summary: 'Change an opportunity; absent fields stay, null clears, a nested list replaces the list.',
    body: opportunityChange,
    reply: opportunityDetail,
    files: ['cover_image'],
  }),
  replace: put('/opportunities/:id/', {
    summary: 'Change an opportunity; the required fields must be present.',
    body: opportunityInput,
    reply: opportunityDetail,
    files: ['cover_image'],
  }),
  remove: remove('/opportunities/:id/', { summary: 'Delete an opportunity; its applications stay.', reply: z.object({}), status: 204 }),
  publish: post('/opportunities/:id/publish/', { summary: 'Publish or reopen.', reply: opportunityDetail }),
  close: post('/opportunities/:id/close/', { summary: 'Close.', reply: opportunityDetail }),
  duplicate: post('/opportunities/:id/duplicate/', {
    summary: 'Copy to a draft: content, questions and review settings, without dates and applications.',
    reply: opportunityDetail,
    status: 201,
    idempotent: true,
  }),
  view: post('/opportunities/:id/view/', {
    summary: 'Count a view of the detail page.',
    reply: z.object({}),
    status: 204,
  }),
  lockFeatured: post('/opportunities/:id/lock-featured/', {
    summary: 'Forbid `featured` and remove it, or allow it again (administrators).',
    body: z.object({ locked: flag }),
    reply: opportunityDetail,
  }),
  debug: get('/opportunities/debug/', {
    summary: 'Diagnostic counts for administrators; not available in production.',
    reply: z.object({ by_status: z.record(z.string(), z.int()), deleted: z.int(), search_words: z.int(), drafts: z.int() }),
  }),
  stats: get('/opportunities/stats/', { summary: 'Counts over the organization’s own opportunities.', reply: opportunityStats }),
  categories: get('/opportunities/categories/', {
    summary: 'Types with the number of published items whose deadline is open.',
    reply: z.array(z.object({ value: choice(opportunityTypes), label: z.string(), count: z.int() })),
  }),
  featured: get('/opportunities/featured/', { summary: 'Featured published items.', query: z.object(pageQuery()), reply: opportunityList }),
  search: get('/opportunities/search/', { summary: 'Same as the list.', query: listQuery, reply: opportunityList }),
  active: get('/opportunities/mine/active/', {
    summary: 'The organization’s published items with an open deadline.',
    query: z.object(pageQuery()),
    reply: opportunityList,
  }),
};
