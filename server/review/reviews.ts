import { sql } from 'kysely';
import type { FieldErrors } from '#contract/errors.ts';
import type { Criterion, ReviewSheet } from '#contract/review.ts';
import { badScore, isCompleteReview, isValidScore } from '#contract/review-rules.ts';
import { badChoice } from '#contract/values.ts';
import type { Db } from '../db/connect.ts';
import { utcText } from '../db/sqlLabels.ts';
import type { Actor } from '../http/actor.ts';
import { Invalid, Refusal } from '../http/refusal.ts';
import { criteriaJson, lockCriteriaShared } from '../opportunities/reviewCriteria.ts';
import { type AccessibleApplication, findAccessibleApplication } from './access.ts';

type Verdict = NonNullable<ReviewSheet['own']>;
interface SheetRow {
  criteria: Criterion[];
  verdicts: (Verdict & { is_own: boolean })[];
  mean: number | null;
  median: number | null;
  review_count: number;
}

const readSheet = async (db: Db, actor: Actor, { id, opportunity_id, cover }: AccessibleApplication): Promise<ReviewSheet> => {
  const { rows } = await sql<SheetRow>`
    select ${criteriaJson(opportunity_id)} as criteria, a.score::double precision as mean, a.score_median::double precision as median, a.review_count,
      (select coalesce(json_agg(json_build_object('reviewer', trim(concat_ws(' ', u.first_name, u.last_name)), 'scores', r.scores,
        'total', r.total::double precision, 'comment', r.comment, 'updated_at', ${utcText(sql`r.updated_at`)}, 'is_own', r.reviewer_id = ${actor.user_id})
        order by r.created_at, r.reviewer_id), '[]')
      from reviews r join users u on u.id = r.reviewer_id where r.application_id = a.id) as verdicts
    from applications a where a.id = ${id}`.execute(db);
  const { criteria, verdicts, mean, median, review_count } = rows[0] as SheetRow;
  // Scores of criteria that were taken away stay behind in the row.
  const asked = (scores: Verdict['scores']) =>
    Object.fromEntries(Object.entries(scores).filter(([key]) => criteria.some(({ id }) => String(id) === key)));
  const shown = ({ is_own: _, ...verdict }: SheetRow['verdicts'][number]): Verdict => ({
    ...verdict,
    scores: asked(verdict.scores),
    comment: verdict.comment && cover(verdict.comment),
  });
  const own = verdicts.find(({ is_own }) => is_own);
  const others = verdicts.filter((one) => one !== own);
  const sees = own !== undefined && isCompleteReview(criteria, own.scores);
  return {
    criteria,
    own: own ? shown(own) : null,
    others: sees ? others.map(shown) : null,
    mean: sees ? mean : null,
    median: sees ? median : null,
    review_count,
  };
};

/** One's own verdict, and what others think once it is whole. @throws Refusal application_not_found */
export const readReview = async (db: Db, actor: Actor, id: number): Promise<ReviewSheet> =>
  readSheet(db, actor, await findAccessibleApplication(db, actor, id));

export interface ReviewInput {
  /** By criterion; null takes a score back, what is not named stays. */
  scores: Record<string, number | null>;
  comment?: string | null | undefined;
}

/** @throws Invalid by criterion */
const checkScores = (criteria: readonly Criterion[], scores: ReviewInput['scores']) => {
  const wrong: FieldErrors = {};
  for (const [key, score] of Object.entries(scores)) {
    const criterion = criteria.find(({ id }) => String(id) === key);
    if (!criterion) wrong[key] = [badChoice];
    else if (score !== null && !isValidScore(score, criterion.max_score)) wrong[key] = [badScore(criterion.max_score)];
  }
  if (Object.keys(wrong).length > 0) throw new Invalid({ scores: wrong });
};

/**
 * Writes one's own verdict. Criteria stand still meanwhile; the ranking follows in the same transaction.
 * @throws Refusal application_not_found, invalid_operation for an application that was withdrawn; Invalid
 */
export const saveReview = (db: Db, actor: Actor, id: number, { scores, comment }: ReviewInput, now: Date): Promise<ReviewSheet> =>
  db.transaction().execute(async (trx) => {
    const { opportunity_id } = await findAccessibleApplication(trx, actor, id);
    await lockCriteriaShared(trx, opportunity_id);
    const received = await findAccessibleApplication(trx, actor, id, sql`for no key update of a`);
    if (received.status === 'withdrawn' || received.gone) throw new Refusal('invalid_operation');
    const { rows } = await sql<{ criteria: Criterion[] }>`select ${criteriaJson(opportunity_id)} as criteria`.execute(trx);
    checkScores((rows[0] as { criteria: Criterion[] }).criteria, scores);
    const given = JSON.stringify(scores);
    await sql`
      insert into reviews (application_id, reviewer_id, scores, comment, created_at, updated_at)
      values (${id}, ${actor.user_id}, jsonb_strip_nulls(${given}::jsonb), ${comment ?? null}, ${now}, ${now})
      on conflict (application_id, reviewer_id) do update set scores = jsonb_strip_nulls(reviews.scores || ${given}::jsonb),
        comment = ${comment === undefined ? sql`reviews.comment` : sql`excluded.comment`}, updated_at = ${now}`.execute(trx);
    return readSheet(trx, actor, received);
  });
