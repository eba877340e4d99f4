import { useQuery } from '@tanstack/react-query';
import { remainingText } from '#contract/uzbek.ts';
import { landingFilters, opportunityListQuery } from '../../data/opportunities/opportunities.ts';
import { Link, useLocation } from '../../lib/router.tsx';

/** The three nearest deadlines among the listed opportunities; on wide screens only. */
export const DeadlineSoon = () => {
  const { data } = useQuery({ ...opportunityListQuery(landingFilters(useLocation().search)), retryOnMount: false });
  const daysLeft = (item: { days_until_deadline: number | null }) => item.days_until_deadline ?? Number.POSITIVE_INFINITY;
  const soon = data?.results.filter((item) => daysLeft(item) >= 0).sort((one, other) => daysLeft(one) - daysLeft(other));
  return soon?.length ? (
    <div className="w-96 max-lg:hidden">
      <h2 className="mb-3 font-semibold">Eng yaqin muddatlar</h2>
      <ul className="space-y-3">
        {soon.slice(0, 3).map((item) => (
          <li key={item.id} data-kind={item.opportunity_type}>
            <Link
              to={`/event/${item.id}`}
              className="block rounded-xl border border-line border-l-4 border-l-hue-strip bg-surface p-4 hover:bg-sunken"
            >
              <span className="block font-semibold">{item.title}</span>
              <span className="text-sm text-accent">{remainingText(item.days_until_deadline)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ) : null;
};
