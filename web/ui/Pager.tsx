import { Button } from './Button.tsx';

interface PagerProps {
  page: number;
  pages: number;
  /** There may be more pages than `pages`. */
  more?: boolean;
  onPage(page: number): void;
}
/** Previous and next buttons; renders nothing for a single page. */
export const Pager = ({ page, pages, more = false, onPage }: PagerProps) =>
  pages > 1 ? (
    <nav aria-label="Sahifalar" className="flex items-center justify-between gap-3">
      <Button variant="secondary" aria-disabled={page <= 1 || undefined} onClick={() => page > 1 && onPage(page - 1)}>
        Oldingi
      </Button>
      <span className="tabular-nums">
        {page} / {pages}
        {more && '+'}
      </span>
      <Button variant="secondary" aria-disabled={page >= pages || undefined} onClick={() => page < pages && onPage(page + 1)}>
        Keyingi
      </Button>
    </nav>
  ) : null;
