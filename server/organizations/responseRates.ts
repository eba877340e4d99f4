import { type RawBuilder, sql } from 'kysely';
import { notUndone } from '../db/applicationEvents.ts';
import type { Db } from '../db/connect.ts';

/** Applications up to this age, in days, do not count: an answer may still come. */
const minAgeDays = 14;
/** Below this number of applications there is no figure: it would describe single people. */
const minCount = 3;

/**
 * Response figures of an organization, public. Withdrawn applications do not count; "decided" means currently accepted or rejected.
 * - `response_rate`: percent of the applications received more than 14 days ago that are decided;
 * - `median_answer_days`: median days from sending to the first decision that was not undone, over decided applications.
 * Each is null below three counted applications.
 */
const figuresSql = (of: RawBuilder<boolean>, now: Date) => sql`
  select a.organization_id,
    case when count(*) filter (where a.is_old) >= ${sql.lit(minCount)} then
      round(100.0 * count(*) filter (where a.is_old and a.is_decided) / count(*) filter (where a.is_old))::integer
    end as response_rate,
    case when count(a.days) >= ${sql.lit(minCount)} then
      round((percentile_cont(0.5) within group (order by a.days))::numeric)::integer
    end as median_answer_days
  from (
    select a.organization_id, a.status in ('accepted', 'rejected') as is_decided,
      a.applied_at < ${now}::timestamptz - make_interval(days => ${sql.lit(minAgeDays)}) as is_old,
      case when a.status in ('accepted', 'rejected') then greatest(0, extract(epoch from (
        select min(e.created_at) from application_events e
        where e.application_id = a.id and e.to_status in ('accepted', 'rejected') and ${notUndone}
      ) - a.applied_at)::double precision / 86400) end as days
    from applications a where a.status <> 'withdrawn' and ${of}
  ) a group by a.organization_id`;

const write = (
  db: Db,
  of: { organizations: RawBuilder<boolean>; applications: RawBuilder<boolean> },
  lock: RawBuilder<unknown>,
  now: Date,
) =>
  sql`
  with figures as materialized (${figuresSql(of.applications, now)}),
  changed as (
    select g.id, f.response_rate, f.median_answer_days from organizations g left join figures f on f.organization_id = g.id
    where ${of.organizations} and (g.response_rate, g.median_answer_days) is distinct from (f.response_rate, f.median_answer_days)
    for no key update of g ${lock}
  )
  update organizations g set response_rate = changed.response_rate, median_answer_days = changed.median_answer_days
  from changed where changed.id = g.id`.execute(db);

/** Recomputes the figures of one organization. */
export const refreshResponseRate = async (db: Db, organization_id: number, now: Date): Promise<void> => {
  const of = { organizations: sql<boolean>`g.id = ${organization_id}`, applications: sql<boolean>`a.organization_id = ${organization_id}` };
  await write(db, of, sql``, now);
};

/** Recomputes the figures of all organizations, because a rate changes with time alone. Skips locked rows until the next run. */
export const refreshAllResponseRates = async (db: Db, now: Date): Promise<void> => {
  await write(db, { organizations: sql`true`, applications: sql`true` }, sql`skip locked`, now);
};

interface Refresh {
  /** Time of the run that has to follow; null when no decision came since the current one began. */
  again: Date | null;
  done: Promise<void>;
}
const runningRefreshes = new WeakMap<Db, Map<number, Refresh>>();

/**
 * Recomputes the figures of one organization in the background; called after the transaction of a decision. Many decisions
 * in a row cost one running computation and one after it. A failure is repaired by the next hourly run.
 */
export const queueResponseRateRefresh = (db: Db, organization_id: number, now: Date): void => {
  const refreshes = runningRefreshes.get(db) ?? new Map<number, Refresh>();
  runningRefreshes.set(db, refreshes);
  const running = refreshes.get(organization_id);
  if (running) {
    running.again = now;
    return;
  }
  const refresh: Refresh = { again: now, done: Promise.resolve() };
  refreshes.set(organization_id, refresh);
  refresh.done = (async () => {
    while (refresh.again) {
      const at = refresh.again;
      refresh.again = null;
      await refreshResponseRate(db, organization_id, at).catch(() => {});
    }
    refreshes.delete(organization_id);
  })();
};

/** Resolves when all runs started by `queueResponseRateRefresh` have ended; awaited before the database closes. */
export const responseRateRefreshesDone = async (db: Db): Promise<void> => {
  await Promise.all([...(runningRefreshes.get(db)?.values() ?? [])].map(({ done }) => done));
};
