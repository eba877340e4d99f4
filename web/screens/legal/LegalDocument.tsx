import type { ReactNode } from 'react';
import { Link } from '../../lib/router.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';

/** A text page with links to the other text pages. */
export const LegalDocument = ({ title, changed, children }: { title: string; changed?: string; children: ReactNode }) => {
  usePage(title);
  return (
    <article className="mx-auto max-w-2xl space-y-8">
      <header>
        <PageTitle>{title}</PageTitle>
        {changed && <p className="mt-2 text-muted">Oxirgi o‘zgarish: {changed}</p>}
      </header>
      {children}
      <nav aria-label="Boshqa sahifalar" className="flex flex-wrap gap-x-6 border-t border-line pt-4">
        {otherPages
          .filter(([, text]) => text !== title)
          .map(([to, text]) => (
            <Link key={to} to={to} className="inline-flex min-h-11 items-center text-brand-strong underline underline-offset-4">
              {text}
            </Link>
          ))}
      </nav>
    </article>
  );
};

const otherPages = [
  ['/help', 'Yordam'],
  ['/terms', 'Foydalanish shartlari'],
  ['/privacy', 'Maxfiylik siyosati'],
  ['/landing', 'Imkoniyatlar'],
] as const;

/** A section with a heading. */
export const LegalSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="space-y-3">
    <h2 className="text-xl font-semibold">{title}</h2>
    {children}
  </section>
);

/** A bullet list. */
export const BulletList = ({ children }: { children: string[] }) => (
  <ul className="list-disc space-y-1.5 pl-5">
    {children.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);
