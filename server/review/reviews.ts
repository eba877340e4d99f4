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

type Review = NonNullable<ReviewSheet['own']>;
interface SheetRow {
  criteria: Criterion[];
  reviews: (Review & { is_own: boolean })[];
  mean: number | null;
  median: number | null;
  review_count: number;
}

const readSheet = async (db: Db, actor: Actor, { id, opportunity_id, anonymize }: AccessibleApplication): Promise<ReviewSheet> => {
  const { rows } = await sql<SheetRow>`
    select ${criteriaJson(opportunity_id)} as criteria, a.score::double precision as mean, a.score_median::double precision as median, a.review_count,
      (select coalesce(json_agg(json_build_object('reviewer', trim(concat_ws(' ', u.first_name, u.last_name)), 'scores', r.scores,
        'total', r.total::double precision, 'comment', r.comment, 'updated_at', ${utcText(sql`r.updated_at`)}, 'is_own', r.reviewer_id = ${actor.user_id})
        order by r.created_at, r.reviewer_id), '[]')
      from reviews r join users u on u.id = r.reviewer_id where r.application_id = a.id) as reviews
    from applications a where a.id = ${id}`.execute(db);
  const { criteria, reviews, mean, median, review_count } = rows[0] as SheetRow;
  // The row may still hold scores of removed criteria.
  const currentScores = (scores: Review['scores']) =>
    Object.fromEntries(Object.entries(scores).filter(([key]) => criteria.some(({ id }) => String(id) === key)));
  const toReview = ({ is_own: _, ...review }: SheetRow['reviews'][number]): Review => ({
    ...review,
    scores: currentScores(review.scores),
    comment: review.comment && anonymize(review.comment),
  });
  const own = reviews.find(({ is_own }) => is_own);
  const others = reviews.filter((one) => one !== own);
  const isComplete = own !== undefined && isCompleteReview(criteria, own.scores);
  return {
    criteria,
    own: own ? toReview(own) : null,
    others: isComplete ? others.map(toReview) : null,
    mean: isComplete ? mean : null,
    median: isComplete ? median : null,
    review_count,
  };
};

/** The actor's review of an application; reviews of others and averages only once it is complete. @throws Refusal application_not_found */
export const readReview = async (db: Db, actor: Actor, id: number): Promise<ReviewSheet> =>
  readSheet(db, actor, await findAccessibleApplication(db, actor, id));

export interface ReviewInput {
  /** By criterion id; null removes a score, absent criteria are unchanged. */
  scores: Record<string, number | null>;
  comment?: string | null | undefined;
}

/** @throws Invalid with `scores` by criterion id */
const checkScores = (criteria: readonly Criterion[], scores: ReviewInput['scores']) => {
  const errors: FieldErrors = {};
  for (const [key, score] of Object.entries(scores)) {
    const criterion = criteria.find(({ id }) => String(id) === key);
    if (!criterion) errors[key] = [badChoice];
    else if (score !== null && !isValidScore(score, criterion.max_score)) errors[key] = [badScore(criterion.max_score)];
  }
  if (Object.keys(errors).length > 0) throw new Invalid({ scores: errors });
};

/**
 * Saves the actor's review. The criteria are locked against changes meanwhile; the ranking is updated in the same transaction.
 * @throws Refusal application_not_found, invalid_operation for an application that was withdrawn; Invalid
 */
export const saveReview = (db: Db, actor: Actor, id: number, { scores, comment }: ReviewInput, now: Date): Promise<ReviewSheet> =>
  db.transaction().execute(async (trx) => {
    const { opportunity_id } = await findAccessibleApplication(trx, actor, id);
    await lockCriteriaShared(trx, opportunity_id);
    const application = await findAccessibleApplication(trx, actor, id, sql`for no key update of a`);
    if (application.status === 'withdrawn' || application.is_deleted) throw new Refusal('invalid_operation');
    const { rows } = await sql<{ criteria: Criterion[] }>`select ${criteriaJson(opportunity_id)} as criteria`.execute(trx);
    checkScores((rows[0] as { criteria: Criterion[] }).criteria, scores);
    const scoresJson = JSON.stringify(scores);
    await sql`
      insert into reviews (application_id, reviewer_id, scores, comment, created_at, updated_at)
      values (${id}, ${actor.user_id}, jsonb_strip_nulls(${scoresJson}::jsonb), ${comment ?? null}, ${now}, ${now})
      on conflict (application_id, reviewer_id) do update set scores = jsonb_strip_nulls(reviews.scores || ${scoresJson}::jsonb),
        comment = ${comment === undefined ? sql`reviews.comment` : sql`excluded.comment`}, updated_at = ${now}`.execute(trx);
    return readSheet(trx, actor, application);
  });
