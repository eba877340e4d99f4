import { addDays, dayStart, daysBetween, tashkentDay } from '#contract/uzbek.ts';
import type { Db } from '../db/connect.ts';

interface Authored {
  /** The member of the organization who writes: its owner, or its reviewer if there is one. */
  by: 'owner' | 'reviewer';
}
interface SampleReview extends Authored {
  /** In the order of the criteria; fewer scores than criteria are an incomplete review. */
  scores: number[];
  comment?: string;
}
interface SampleNote extends Authored {
  text: string;
}
interface SampleReviews {
  criteria: { name: string; description?: string; weight: number; max_score: number }[];
  /** Keys of the records below: index of the student in `sampleAccounts`. */
  reviews?: Record<number, SampleReview[]>;
  notes?: Record<number, SampleNote[]>;
  /** On the next such weekday (0 = Sunday), at this hour in Tashkent. */
  interviews?: Record<number, { weekday: number; hour: number; place: string }>;
}

/** Criteria, reviews, notes and interviews of the fictional opportunities, by their key. */
// biome-ignore format: a table
export const sampleReviews: Record<string, SampleReviews> = {
  volunteers: {
    criteria: [
      { name: 'Maqsad va ishtiyoq', description: 'Nega aynan shu loyiha?', weight: 2, max_score: 10 },
      { name: 'Tajriba', description: 'Volontyorlik, to‘garak, jamoadagi ish', weight: 1, max_score: 5 },
    ],
    reviews: { 0: [{ by: 'owner', scores: [9, 4], comment: 'Bolalar bilan ishlagan, javobi samimiy.' }, { by: 'reviewer', scores: [8, 4.5] }], 1: [{ by: 'reviewer', scores: [7] }] },
    notes: { 0: [{ by: 'reviewer', text: 'Shanba kungi guruhga mos keladi.' }], 1: [{ by: 'reviewer', text: 'Profili hali to‘liq emas, tajribasini so‘rash kerak.' }] },
  },
  camp: {
    criteria: [
      { name: 'Yetakchilik', weight: 3, max_score: 10 },
      { name: 'Jamoada ishlash', weight: 2, max_score: 10 },
      { name: 'Ingliz tili', weight: 1, max_score: 5 },
    ],
    reviews: { 0: [{ by: 'reviewer', scores: [7, 9, 4], comment: 'Jamoaviy loyihasi bor.' }] },
  },
  grant: {
    criteria: [{ name: 'G‘oya', weight: 2, max_score: 10 }, { name: 'Byudjet', weight: 1, max_score: 10 }],
    reviews: { 0: [{ by: 'owner', scores: [8, 3], comment: 'G‘oya yaxshi, byudjet yetarli asoslanmagan.' }, { by: 'reviewer', scores: [7.5, 4] }] },
    notes: { 0: [{ by: 'owner', text: 'Keyingi bosqichda yana ko‘ramiz.' }] },
  },
  internship: {
    criteria: [{ name: 'Kod sifati', weight: 3, max_score: 10 }, { name: 'Ajrata oladigan vaqti', weight: 1, max_score: 5 }],
  },
  mentoring: {
    criteria: [{ name: 'Mavzu', weight: 1, max_score: 10 }, { name: 'Python', weight: 1, max_score: 10 }],
    reviews: { 0: [{ by: 'owner', scores: [8, 7.5], comment: 'Mavzusi dolzarb, suhbatda ma’lumot manbasini so‘raymiz.' }] },
    notes: { 0: [{ by: 'owner', text: 'Suhbatga mentor ham qo‘shiladi.' }] },
    interviews: { 0: { weekday: 4, hour: 15, place: 'Onlayn' } },
  },
};

/** The interview of an applicant, tomorrow at the earliest; null when there is none. */
export const sampleInterview = (key: string, applicant: number, now: Date): { at: Date; place: string } | null => {
  const planned = sampleReviews[key]?.interviews?.[applicant];
  if (!planned) return null;
  const tomorrow = addDays(tashkentDay(now), 1);
  const weekday = new Date(`${tomorrow}T00:00:00Z`).getUTCDay();
  const day = addDays(tomorrow, (planned.weekday - weekday + 7) % 7);
  return { at: new Date(dayStart(day).getTime() + planned.hour * 3_600_000), place: planned.place };
};

/** Inserts the criteria of an opportunity. @returns their ids in order */
export const insertCriteria = async (db: Db, opportunity_id: number, key: string): Promise<number[]> => {
  const criteria = sampleReviews[key]?.criteria;
  if (!criteria) return [];
  const rows = await db
    .insertInto('criteria')
    .values(criteria.map((criterion, order) => ({ ...criterion, opportunity_id, order })))
    .returning(['id', 'order'])
    .execute();
  return rows.sort((a, b) => a.order - b.order).map(({ id }) => id);
};

/** Inserts the reviews and notes of one application. @param reviewers ids of the members; null skips what they would write */
export const insertReviews = async (
  db: Db,
  application_id: number,
  {
    key,
    applicant,
    criteria,
    reviewers,
  }: { key: string; applicant: number; criteria: number[]; reviewers: Record<Authored['by'], number | null> },
  at: Date,
): Promise<void> => {
  const { reviews, notes } = sampleReviews[key] ?? {};
  for (const { by, scores, comment } of reviews?.[applicant] ?? []) {
    const reviewer_id = reviewers[by];
    if (!reviewer_id) continue;
    const scoresJson = JSON.stringify(Object.fromEntries(scores.map((score, index) => [String(criteria[index]), score])));
    await db
      .insertInto('reviews')
      .values({ application_id, reviewer_id, scores: scoresJson, comment: comment ?? null, created_at: at, updated_at: at })
      .execute();
  }
  for (const { by, text } of notes?.[applicant] ?? []) {
    if (reviewers[by])
      await db.insertInto('application_notes').values({ application_id, author_id: reviewers[by], text, created_at: at }).execute();
  }
};

/** Inserts daily views since the opportunity was created, always more than its applications. */
export const insertViews = async (db: Db, opportunity_id: number, created_at: Date, now: Date): Promise<void> => {
  const first = tashkentDay(created_at);
  const days = Array.from({ length: daysBetween(first, tashkentDay(now)) + 1 }, (_, days) => addDays(first, days));
  const rows = days.map((day, index) => ({ opportunity_id, day, count: 14 + ((opportunity_id * 5 + index * 11) % 23) }));
  await db.insertInto('opportunity_views').values(rows).execute();
};
