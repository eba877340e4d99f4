import { MapPin, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OpportunitySummary } from '#contract/opportunity.ts';
import { formatDate, formatNumber } from '#contract/uzbek.ts';
import { Link } from '../../lib/router.tsx';
import { Skeleton } from '../../ui/Card.tsx';
import { FeaturedBadge, formatLabel, KindBadge, VerifiedMark } from './badges.tsx';
import { DeadlineNote, UrgentNote } from './DeadlineNote.tsx';

/** Cards and their skeletons have the same height, so that the layout does not shift. */
const frame = 'flex h-full min-h-[22rem] flex-col gap-3 rounded-2xl border border-line p-5 pt-6';

const Fact = ({ icon: Icon, children }: { icon: typeof MapPin; children: ReactNode }) => (
  <li className="flex items-start gap-2">
    <Icon aria-hidden="true" className="mt-1 size-4 shrink-0" />
    <span>{children}</span>
  </li>
);

/** One opportunity in a list. @param level heading level, one below the heading above the list */
export const OpportunityCard = ({ item, level = 2 }: { item: OpportunitySummary; level?: 2 | 3 }) => {
  const Heading = `h${level}` as const;
  return (
    <article
      data-kind={item.opportunity_type}
      className={`${frame} relative overflow-hidden shadow-card hover:border-brand before:absolute before:inset-x-0 before:top-0 before:h-1.5 ${item.is_deadline_passed ? 'bg-sunken before:bg-control' : 'bg-surface before:bg-hue-strip'}`}
    >
      <div className="flex flex-wrap gap-2">
        <KindBadge kind={item.opportunity_type} label={item.opportunity_type_display} />
        {item.featured && <FeaturedBadge />}
      </div>
      {/* Balanced lines leave room for the ellipsis. */}
      <Heading className="line-clamp-3 min-h-[2lh] shrink-0 text-lg font-semibold">
        <Link to={`/event/${item.id}`} className="after:absolute after:inset-0">
          {item.title}
        </Link>
      </Heading>
      <p className="text-sm text-muted">
        <span className="font-medium text-ink">{item.organization_name}</span> {item.organization_is_verified && <VerifiedMark />}
        <span className="block">{item.organization_type_display}</span>
      </p>
      <DeadlineNote item={item} />
      <UrgentNote days={item.days_until_deadline} />
      <ul className="mt-auto space-y-1 text-sm text-muted">
        {item.location && <Fact icon={MapPin}>{item.location}</Fact>}
        <Fact icon={Users}>{`${formatLabel(item.is_remote)} · ${formatNumber(item.application_count)} ta ariza`}</Fact>
      </ul>
      <p className="border-t border-line pt-3 text-sm text-muted">E’lon qilingan: {formatDate(item.published_at ?? item.created_at)}</p>
    </article>
  );
};

export const OpportunityCardSkeleton = () => (
  <div className={`${frame} bg-surface`} aria-hidden="true">
    <Skeleton className="h-6 w-28" />
    <Skeleton className="h-12" />
    <Skeleton className="h-5 w-3/4" />
    <Skeleton className="h-6 w-2/3" />
    <Skeleton className="mt-auto h-20 w-1/2" />
    <Skeleton className="h-5 w-2/3" />
  </div>
);

export const cardGrid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3';
