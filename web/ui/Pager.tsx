import { Button } from './Button.tsx';

export const Pager = ({ page, pages, onPage }: { page: number; pages: number; onPage(page: number): void }) =>
  pages > 1 ? (
    <nav aria-label="Sahifalar" className="flex items-center justify-between gap-3">
      <Button look="secondary" aria-disabled={page <= 1 || undefined} onClick={() => page > 1 && onPage(page - 1)}>
        Oldingi
      </Button>
      <span className="tabular-nums">
        {page} / {pages}
      </span>
      <Button look="secondary" aria-disabled={page >= pages || undefined} onClick={() => page < pages && onPage(page + 1)}>
        Keyingi
      </Button>
    </nav>
  ) : null;
