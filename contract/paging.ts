import * as z from 'zod/mini';

/** Page numbers are clamped to this, beyond the end of any list. */
const maxNumber = 999_999_999;
const toWholeNumber = (value: unknown) =>
  typeof value === 'string' && /^[+-]?\d{1,100}$/.test(value.trim()) ? Math.min(Number(value), maxNumber) : value;

const badPage = 'Sahifa raqami noto‘g‘ri.';
const page = z._default(z.pipe(z.transform(toWholeNumber), z.int(badPage).check(z.minimum(1, badPage))), 1);

/** Query fields of a paged list: `page` from 1 (default 1), `page_size` clamped to 1..`maxSize`. */
export const pageQuery = (defaultSize = 20, maxSize = 100) => ({
  page,
  page_size: z._default(
    z.pipe(
      z.transform((value) => {
        const size = toWholeNumber(value);
        return typeof size === 'number' ? Math.min(Math.max(Math.trunc(size), 1), maxSize) : size;
      }),
      z.int('page_size noto‘g‘ri.'),
    ),
    defaultSize,
  ),
});

/** A paged reply (specification 7). `next` and `previous` are addresses of the neighbouring pages, or null. */
export const pagedList = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ count: z.int(), next: z.nullable(z.string()), previous: z.nullable(z.string()), results: z.array(item) });

/** The type of `pagedList`. */
export interface List<Item> {
  count: number;
  next: string | null;
  previous: string | null;
  results: Item[];
}

/** Number of pages, at least 1. */
export const pageCount = (count: number, size: number): number => Math.max(1, Math.ceil(count / size));
