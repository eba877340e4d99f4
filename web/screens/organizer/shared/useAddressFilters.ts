import { useSearchParams } from '../../../lib/router.tsx';

/** Filters in the address: default values are left out, and a changed filter goes back to page 1. */
export const useAddressFilters = <Name extends string>(defaults: Record<Name, string>) => {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, params.get(name) ?? value])) as Record<
    Name,
    string
  >;
  const pageParam = Number(params.get('page'));
  const page = Number.isSafeInteger(pageParam) && pageParam > 0 ? pageParam : 1;
  const update = (change: Record<string, string>, omitted: Record<string, string>, replace: boolean) => {
    // From the current address, not from `params`: two changes may come before a render.
    const next = new URLSearchParams(window.location.search);
    next.delete('page');
    for (const [name, value] of Object.entries(change)) {
      if (value === omitted[name]) next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace });
  };
  return {
    values,
    page,
    set: (name: Name, value: string) => update({ [name]: value }, defaults, true),
    /** Changes several filters; the others stay. */
    setAll: (change: Partial<Record<Name, string>>) => update(change as Record<string, string>, defaults, true),
    setPage: (to: number, replace = false) => update({ page: String(to) }, { page: '1' }, replace),
  };
};
