import { useSearchParams } from '../../../lib/router.tsx';

/** Filters that live in the address: what equals its usual value is left out; a changed filter starts at page one. */
export const useAddressFilters = <Name extends string>(usual: Record<Name, string>) => {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, params.get(name) ?? value])) as Record<
    Name,
    string
  >;
  const asked = Number(params.get('page'));
  const page = Number.isSafeInteger(asked) && asked > 0 ? asked : 1;
  const put = (change: Record<string, string>, ordinary: Record<string, string>, replace: boolean) => {
    // As the address is now: two changes may come in one breath.
    const next = new URLSearchParams(window.location.search);
    next.delete('page');
    for (const [name, value] of Object.entries(change)) {
      if (value === ordinary[name]) next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace });
  };
  return {
    values,
    page,
    set: (name: Name, value: string) => put({ [name]: value }, usual, true),
    /** Several at once; what is not named stays. */
    setAll: (change: Partial<Record<Name, string>>) => put(change as Record<string, string>, usual, true),
    setPage: (to: number, replace = false) => put({ page: String(to) }, { page: '1' }, replace),
  };
};
