import { addDays, dayStart, daysBetween, tashkentDay } from '#contract/uzbek.ts';
import type { Db } from '../db/connect.ts';

interface Judge {
  /** Which member of the organization: its owner, or the reviewer where there is one. */
  by: 'owner' | 'reviewer';
}
interface Verdict extends Judge {
  /** In the order of the criteria; fewer are a verdict that is not whole yet. */
  scores: number[];
  comment?: string;
}
interface Note extends Judge {
  text: string;
}
interface Judging {
  criteria: { name: string; description?: string; weight: number; max_score: number }[];
  /** By the place of the student among the sample accounts. */
  verdicts?: Record<number, Verdict[]>;
  notes?: Record<number, Note[]>;
  /** The coming one of this weekday (0 = Sunday), at this hour in Tashkent. */
  interviews?: Record<number, { weekday: number; hour: number; place: string }>;
}

/** How the invented organizations judge what they offer, by the key of the item. */
// biome-ignore format: a table
export const sampleReviewSettings: Record<string, Judging> = {
  volunteers: {
    criteria: [
      { name: 'Maqsad va ishtiyoq', description: 'Nega aynan shu loyiha?', weight: 2, max_score: 10 },
      { name: 'Tajriba', description: 'Volontyorlik, to‘garak, jamoadagi ish', weight: 1, max_score: 5 },
    ],
    verdicts: { 0: [{ by: 'owner', scores: [9, 4], comment: 'Bolalar bilan ishlagan, javobi samimiy.' }, { by: 'reviewer', scores: [8, 4.5] }], 1: [{ by: 'reviewer', scores: [7] }] },
    notes: { 0: [{ by: 'reviewer', text: 'Shanba kungi guruhga mos keladi.' }], 1: [{ by: 'reviewer', text: 'Profili hali to‘liq emas, tajribasini so‘rash kerak.' }] },
  },
  camp: {
    criteria: [
      { name: 'Yetakchilik', weight: 3, max_score: 10 },
      { name: 'Jamoada ishlash', weight: 2, max_score: 10 },
      { name: 'Ingliz tili', weight: 1, max_score: 5 },
    ],
    verdicts: { 0: [{ by: 'reviewer', scores: [7, 9, 4], comment: 'Jamoaviy loyihasi bor.' }] },
  },
  grant: {
    criteria: [{ name: 'G‘oya', weight: 2, max_score: 10 }, { name: 'Byudjet', weight: 1, max_score: 10 }],
    verdicts: { 0: [{ by: 'owner', scores: [8, 3], comment: 'G‘oya yaxshi, byudjet yetarli asoslanmagan.' }, { by: 'reviewer', scores: [7.5, 4] }] },
    notes: { 0: [{ by: 'owner', text: 'Keyingi bosqichda yana ko‘ramiz.' }] },
  },
  internship: {
    criteria: [{ name: 'Kod sifati', weight: 3, max_score: 10 }, { name: 'Ajrata oladigan vaqti', weight: 1, max_score: 5 }],
  },
  mentoring: {
    criteria: [{ name: 'Mavzu', weight: 1, max_score: 10 }, { name: 'Python', weight: 1, max_score: 10 }],
    verdicts: { 0: [{ by: 'owner', scores: [8, 7.5], comment: 'Mavzusi dolzarb, suhbatda ma’lumot manbasini so‘raymiz.' }] },
    notes: { 0: [{ by: 'owner', text: 'Suhbatga mentor ham qo‘shiladi.' }] },
    interviews: { 0: { weekday: 4, hour: 15, place: 'Onlayn' } },
  },
};

/** The interview of an applicant, at least a day ahead; null when there is none. */
export const sampleInterview = (key: string, applicant: number, now: Date): { at: Date; place: string } | null => {
  const planned = sampleReviewSettings[key]?.interviews?.[applicant];
  if (!planned) return null;
  const tomorrow = addDays(tashkentDay(now), 1);
  const weekday = new Date(`${tomorrow}T00:00:00Z`).getUTCDay();
  const day = addDays(tomorrow, (planned.weekday - weekday + 7) % 7);
  return { at: new Date(dayStart(day).getTime() + planned.hour * 3_600_000), place: planned.place };
};

/** @returns ids in their order */
export const writeCriteria = async (db: Db, opportunity_id: number, key: string): Promise<number[]> => {
  const criteria = sampleReviewSettings[key]?.criteria;
  if (!criteria) return [];
  const rows = await db
    .insertInto('criteria')
    .values(criteria.map((one, order) => ({ ...one, opportunity_id, order })))
    .returning(['id', 'order'])
    .execute();
  return rows.sort((a, b) => a.order - b.order).map(({ id }) => id);
};

/** What the organization thinks of one application. @param judges ids of its members; one that is not there says nothing */
export const writeReviews = async (
  db: Db,
  application_id: number,
  of: { key: string; applicant: number; criteria: number[]; judges: Record<Judge['by'], number | null> },
  at: Date,
): Promise<void> => {
  const { verdicts, notes } = sampleReviewSettings[of.key] ?? {};
  for (const { by, scores, comment } of verdicts?.[of.applicant] ?? []) {
    const reviewer_id = of.judges[by];
    if (!reviewer_id) continue;
    const given = JSON.stringify(Object.fromEntries(scores.map((score, index) => [String(of.criteria[index]), score])));
    await db
      .insertInto('reviews')
      .values({ application_id, reviewer_id, scores: given, comment: comment ?? null, created_at: at, updated_at: at })
      .execute();
  }
  for (const { by, text } of notes?.[of.applicant] ?? []) {
    if (of.judges[by])
      await db.insertInto('application_notes').values({ application_id, author_id: of.judges[by], text, created_at: at }).execute();
  }
};

/** Looks of every day since an item was made, more of them than applications. */
export const writeViews = async (db: Db, opportunity_id: number, created_at: Date, now: Date): Promise<void> => {
  const first = tashkentDay(created_at);
  const days = Array.from({ length: daysBetween(first, tashkentDay(now)) + 1 }, (_, later) => addDays(first, later));
  const rows = days.map((day, index) => ({ opportunity_id, day, count: 14 + ((opportunity_id * 5 + index * 11) % 23) }));
  await db.insertInto('opportunity_views').values(rows).execute();
};
