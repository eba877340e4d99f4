import type { FastifyRequest } from 'fastify';
import type { List } from '#contract/paging.ts';
import { Refusal } from './refusal.ts';

export interface PageQuery {
  page: number;
  page_size: number;
}

/** Offset and limit of a page, in rows. Inline both into SQL: PostgreSQL replans a parametrised LIMIT every time. */
export const pageWindow = ({ page, page_size }: PageQuery) => ({ offset: (page - 1) * page_size, limit: page_size });

/** Splits rows of `counted left join page` into the total and the rows of the page. */
export const pageFromRows = <Item extends { id: number }>(rows: readonly ({ total: number } & (Item | { id: null }))[]) => ({
  count: rows[0]?.total ?? 0,
  results: rows.filter(({ id }) => id !== null).map(({ total: _, ...item }) => item as unknown as Item),
});

/** The reply of a list with links to the next and previous page. @throws Refusal `not_found` for a page past the end */
export const listReply = <Item>(request: FastifyRequest, { page, page_size }: PageQuery, count: number, results: Item[]): List<Item> => {
  if (page > 1 && (page - 1) * page_size >= count) throw new Refusal('not_found');
  const pageUrl = (number: number) => {
    const url = new URL(request.url, 'http://localhost');
    url.searchParams.set('page', String(number));
    return `${url.pathname}${url.search}`;
  };
  return {
    count,
    next: page * page_size < count ? pageUrl(page + 1) : null,
    previous: page > 1 ? pageUrl(page - 1) : null,
    results,
  };
};
