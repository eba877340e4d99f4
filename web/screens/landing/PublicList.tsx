import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { resultCountText } from '#contract/opportunity-rules.ts';
import { pageCount } from '#contract/paging.ts';
import { landingFilters, landingPageSize, opportunityListQuery, pageFromParams } from '../../data/opportunities/opportunities.ts';
import { Link, useLocation, useNavigate } from '../../lib/router.tsx';
import { cardGrid, OpportunityCard, OpportunityCardSkeleton } from '../../parts/opportunity/OpportunityCard.tsx';
import { LoadError } from '../../parts/states/LoadError.tsx';
import { Button, buttonClass, LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/Card.tsx';

/** Open opportunities with a search that also works without JavaScript. */
export const PublicList = () => {
  const { pathname, search } = useLocation();
  const filters = landingFilters(search);
  const page = pageFromParams(new URLSearchParams(search));
  const list = useQuery({ ...opportunityListQuery(filters), retryOnMount: false });
  const navigate = useNavigate();
  const box = useRef<HTMLInputElement>(null);
  const section = useRef<HTMLElement>(null);
  const lastSearch = useRef(search);
  // After another search or page, scrolls to the start of the list, as loading the link would.
  useEffect(() => {
    if (lastSearch.current !== search) section.current?.scrollIntoView();
    lastSearch.current = search;
  }, [search]);
  const data = list.data;
  const pageUrl = (page: number, words = filters.search) => {
    const params = new URLSearchParams();
    if (words) params.set('search', words);
    if (page > 1) params.set('page', String(page));
    const text = params.toString();
    return `${pathname === '/' ? '/' : '/landing'}${text ? `?${text}` : ''}#imkoniyatlar`;
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    navigate(pageUrl(1, box.current?.value.trim()));
  };
  return (
    <section ref={section} id="imkoniyatlar" aria-labelledby="royxat">
      <h2 id="royxat" tabIndex={-1} className="text-2xl font-bold">
        Ochiq imkoniyatlar
      </h2>
      {/* biome-ignore lint/a11y/useSemanticElements: the search element is not known to older browsers */}
      <form role="search" action="/landing#imkoniyatlar" method="get" onSubmit={onSubmit} className="mt-4 flex flex-wrap gap-2">
        <input
          key={filters.search}
          ref={box}
          type="search"
          name="search"
          defaultValue={filters.search}
          aria-label="Imkoniyatlarni qidirish"
          placeholder="Masalan: stipendiya"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={200}
          className="min-h-12 min-w-0 flex-1 basis-40 rounded-xl border border-control bg-surface px-3.5"
        />
        <Button type="submit">
          <Search aria-hidden="true" className="size-5" />
          Qidirish
        </Button>
      </form>
      <p role="status" className="mt-4 min-h-6 text-muted">
        {data ? (data.suggestion ? 'Shularni qidirdingizmi?' : `${resultCountText(data, filters.search)} ta imkoniyat`) : ''}
      </p>
      <div className="mt-4" aria-busy={list.isFetching}>
        {list.error && !data ? (
          page > 1 ? (
            <EmptyState title="Bunday sahifa yo‘q" action={<LinkButton to={pageUrl(1)}>Birinchi sahifaga</LinkButton>} />
          ) : (
            <LoadError error={list.error} onRetry={() => list.refetch()} />
          )
        ) : !data ? (
          <div className={cardGrid}>
            {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
              <OpportunityCardSkeleton key={key} />
            ))}
          </div>
        ) : data.results.length === 0 ? (
          <EmptyState
            title="Hech narsa topilmadi"
            action={
              filters.search ? (
                <LinkButton to={pageUrl(1, '')} variant="secondary">
                  Barchasini ko‘rish
                </LinkButton>
              ) : undefined
            }
          >
            {filters.search ? 'Boshqa so‘z bilan qidirib ko‘ring.' : 'Yangi imkoniyatlar tez orada shu yerda paydo bo‘ladi.'}
          </EmptyState>
        ) : (
          <ul className={cardGrid}>
            {data.results.map((item) => (
              <li key={item.id}>
                <OpportunityCard item={item} level={3} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {data && <PageLinks page={page} pages={pageCount(data.count, landingPageSize)} pageUrl={pageUrl} />}
    </section>
  );
};

/** Paging by links, which work without JavaScript. */
const PageLinks = ({ page, pages, pageUrl }: { page: number; pages: number; pageUrl(page: number): string }) =>
  pages > 1 ? (
    <nav aria-label="Sahifalar" className="mt-6 flex items-center justify-between gap-3">
      {page > 1 ? (
        <Link to={pageUrl(page - 1)} className={buttonClass('secondary')}>
          Oldingi
        </Link>
      ) : (
        <span className={buttonClass('secondary', 'invisible')}>Oldingi</span>
      )}
      <span className="tabular-nums">
        {page} / {pages}
      </span>
      {page < pages ? (
        <Link to={pageUrl(page + 1)} className={buttonClass('secondary')}>
          Keyingi
        </Link>
      ) : (
        <span className={buttonClass('secondary', 'invisible')}>Keyingi</span>
      )}
    </nav>
  ) : null;
