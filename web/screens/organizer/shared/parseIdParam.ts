/** The id in an address parameter; undefined when it is no id. The largest id of the database is 2^31 - 1. */
export const parseIdParam = (text: string | null): number | undefined =>
  text && /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : undefined;
