import { useSearchParams } from '../../lib/router.tsx';

/** Filters that live in the address: what equals its usual value is left out; a changed filter starts at page one. */
export const useFilters = <Name extends string>(usual: Record<Name, string>) => {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, params.get(name) ?? value])) as Record<
    Name,
    string
  >;
  const asked = Number(params.get('page'));
  const page = Number.isInteger(asked) && asked > 0 ? asked : 1;
  const put = (name: string, value: string, ordinary: string) => {
    const next = new URLSearchParams(params);
    if (name !== 'page') next.delete('page');
    if (value === ordinary) next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: name !== 'page' });
  };
  return {
    values,
    page,
    set: (name: Name, value: string) => put(name, value, usual[name]),
    setPage: (to: number) => put('page', String(to), '1'),
  };
};
