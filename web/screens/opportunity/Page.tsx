import { ArrowLeft, Home } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { Link, useBack } from '../../lib/router.tsx';
import { FeaturedBadge, StatusBadge } from '../../parts/opportunity/badges.tsx';
import { AboutOrganization } from './AboutOrganization.tsx';
import { ApplyBar } from './ApplyBar.tsx';
import { MainCard } from './MainCard.tsx';
import { Sections } from './Sections.tsx';
import type { ViewerApplication } from './useOwnApplication.ts';

const iconLink = 'inline-flex size-12 shrink-0 items-center justify-center rounded-xl text-muted hover:bg-sunken hover:text-ink';

/** Back and home are links, so that they work before hydration. */
export const TopBar = ({ children }: { children?: ReactNode }) => {
  const back = useBack();
  return (
    <div className="-mx-2 flex min-h-12 flex-wrap items-center gap-1">
      <Link
        to="/"
        className={iconLink}
        aria-label="Orqaga"
        onClick={(event) => {
          event.preventDefault();
          back();
        }}
      >
        <ArrowLeft aria-hidden="true" />
      </Link>
      <Link to="/" className={`${iconLink} md:hidden`} aria-label="Bosh sahifa">
        <Home aria-hidden="true" />
      </Link>
      <div className="ml-auto flex min-w-0 flex-wrap justify-end gap-2 pr-2">{children}</div>
    </div>
  );
};

interface PageProps {
  item: OpportunityDetail;
  own: ViewerApplication;
  onApply(): void;
  /** The viewer's own application. */
  mine?: ReactNode;
  /** Layers over the page. */
  children?: ReactNode;
}

/** The page of one opportunity. */
export const Page = ({ item, own, onApply, mine, children }: PageProps) => (
  <article data-kind={item.opportunity_type} className="mx-auto max-w-4xl">
    <TopBar>
      {item.featured && <FeaturedBadge />}
      <StatusBadge status={item.status} />
    </TopBar>
    <div className="mt-2 space-y-4">
      <MainCard item={item} />
      {mine && <Suspense>{mine}</Suspense>}
      <Sections item={item} />
      <AboutOrganization organization={item.organization} />
    </div>
    <ApplyBar item={item} own={own} onApply={onApply} />
    <Suspense>{children}</Suspense>
  </article>
);
