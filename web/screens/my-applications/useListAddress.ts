import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import { goBack, useLocation, useNavigate } from '../../lib/router.tsx';

const isStatus = (text: string | null): text is ApplicationStatus => text !== null && Object.hasOwn(applicationStatuses, text);

/** Filter and opened application in the address, so that Back undoes them and a link restores them. */
export const useListAddress = () => {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const status = params.get('status');
  const go = (name: string, value: string | undefined, options?: { replace?: boolean; state?: unknown }) => {
    const next = new URLSearchParams(search);
    if (value === undefined) next.delete(name);
    else next.set(name, value);
    navigate(next.size > 0 ? `${pathname}?${next}` : pathname, options);
  };
  return {
    status: isStatus(status) ? status : undefined,
    filter: (to: ApplicationStatus | undefined) => go('status', to),
    /** Id from the address, may be invalid; null while no application is open. */
    opened: params.get('application'),
    open: (id: number) => go('application', String(id), { state: { opened: true } }),
    close: () => {
      // Marks that the previous history entry is this list.
      if ((state as { opened?: boolean } | null)?.opened) goBack();
      else go('application', undefined, { replace: true });
    },
  };
};
