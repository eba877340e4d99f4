import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { OpportunityList, OpportunityQuery, OpportunitySummary } from '#contract/opportunity.ts';
import { tashkentDay } from '#contract/uzbek.ts';
import type { Db } from '../db/connect.ts';
import { queryWords } from '../db/wordSearch.ts';
import type { Actor } from '../http/actor.ts';
import { listReply, pageWindow } from '../http/paging.ts';
import { Refusal } from '../http/refusal.ts';
import { addLabels, type CardRow, cardColumns } from './card.ts';
import { filterConditions, orderByClause, publicIndexCondition } from './filters.ts';
import { countTables, type ListQuery, opportunityPageIds } from './pagination.ts';
import { type OpportunitySearch, tierSql, typoSearch, writtenSearch } from './search.ts';
import { viewerOrganization } from './visibility.ts';

/** What every read needs: the viewer (null when signed out), the time and the request. */
export interface ReadContext {
  db: Db;
  actor: Actor | null;
  now(): Date;
  request: FastifyRequest;
}

interface Page {
  count: number;
  /** Some row holds the words of the search as typed. */
  has_literal_match: boolean;
  cards: OpportunitySummary[];
}
const pageReply = ({ request }: ReadContext, query: OpportunityQuery, { count, cards }: Page): OpportunityList =>
  listReply(request, query, count, cards);

type CountRow = { total: number; has_literal_match: boolean; viewer_organization: number | null };

/** The organization of `mine`, as a SQL expression that is null without a membership. @throws Refusal unauthorized, organizers_only */
export const requireOrganization = (actor: Actor | null): RawBuilder<number | null> => {
  if (!actor) throw new Refusal('unauthorized');
  if (actor.user_type !== 'organization') throw new Refusal('organizers_only');
  return viewerOrganization(actor);
};

/**
 * A page of cards with the total. Literal matches of a search come before other spellings of its words. Without a literal
 * match the search runs again with typing errors allowed, and its matches are returned with `suggestion: true`.
 * @throws Refusal unauthorized, organizers_only, organization_not_found for `mine` without an organization; not_found for a
 * page beyond the last
 */
export const listOpportunities = async (context: ReadContext, query: OpportunityQuery): Promise<OpportunityList> => {
  const words = queryWords(query.search);
  if (!words) return pageReply(context, query, await readPage(context, query, null));
  const page = await readPage(context, query, writtenSearch(words));
  if (page.has_literal_match || words.length === 0) return pageReply(context, query, page);
  const suggested = await readPage(context, query, await typoSearch(context.db, words));
  return suggested.count > 0 ? { ...pageReply(context, query, suggested), suggestion: true } : pageReply(context, query, suggested);
};

/** Views of all days; only in the organization's own list. */
const viewCount = sql`,
        (select coalesce(sum(v.count), 0)::integer from opportunity_views v where v.opportunity_id = o.id) as view_count`;

/** One page in one statement: the ids first, from an index where there is one, then the rows and their organizations. */
const readPage = async ({ db, actor, now }: ReadContext, query: OpportunityQuery, search: OpportunitySearch | null): Promise<Page> => {
  const today = tashkentDay(now());
  const organization = query.scope === 'mine' ? requireOrganization(actor) : null;
  const where = filterConditions(query, organization, today);
  const order = orderByClause(query.ordering);
  const rank = search ? sql`${tierSql(search)}, ${order}` : order;
  const indexed = organization ? null : publicIndexCondition(query.ordering);
  const listQuery: ListQuery = { where, indexed, search, order, ...pageWindow(query) };
  const { rows } = await sql<CountRow & { position: number | null } & CardRow>`
    with ${countTables(listQuery, sql`${organization ?? sql`null::integer`} as viewer_organization`)}
    select counted.total, counted.has_literal_match, counted.viewer_organization, card.*
    from counted
    left join (
      select row_number() over (order by ${rank}) as position, ${cardColumns(actor, today)}${organization ? viewCount : sql``}
      from (${opportunityPageIds(listQuery)}) page
      join opportunities o on o.id = page.id
      join organizations g on g.id = o.organization_id
    ) card on true
    order by card.position`.execute(db);
  const { total = 0, has_literal_match = false, viewer_organization = null } = rows[0] ?? {};
  if (organization && viewer_organization === null) throw new Refusal('organization_not_found');
  const cards = rows
    .filter((row) => row.position !== null)
    .map(({ total: _total, has_literal_match: _match, viewer_organization: _organization, position: _position, ...card }) =>
      addLabels(card),
    );
  return { count: total, has_literal_match, cards };
};
