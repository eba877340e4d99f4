import * as z from 'zod/mini';

/** More than any list holds; a number beyond it asks for no more. */
const enough = 999_999_999;
const whole = (value: unknown) =>
  typeof value === 'string' && /^[+-]?\d{1,100}$/.test(value.trim()) ? Math.min(Number(value), enough) : value;

const badPage = 'Sahifa raqami noto‘g‘ri.';
const page = z._default(z.pipe(z.transform(whole), z.int(badPage).check(z.minimum(1, badPage))), 1);

/** `page` from 1; `page_size` 20 unless told, clamped to 1..`most`. */
export const pageQuery = (usual = 20, most = 100) => ({
  page,
  page_size: z._default(
    z.pipe(
      z.transform((value) => {
        const size = whole(value);
        return typeof size === 'number' ? Math.min(Math.max(Math.trunc(size), 1), most) : size;
      }),
      z.int('page_size noto‘g‘ri.'),
    ),
    usual,
  ),
});

/** `next` and `previous` are addresses of the neighbouring pages, or null. */
export const listOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ count: z.int(), next: z.nullable(z.string()), previous: z.nullable(z.string()), results: z.array(item) });

export interface List<Item> {
  count: number;
  next: string | null;
  previous: string | null;
  results: Item[];
}

export const pageCount = (count: number, size: number): number => Math.max(1, Math.ceil(count / size));
