import { Link } from '../../lib/router.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';
import { buttonClass, LinkButton } from '../../ui/Button.tsx';
import { benefits, forOrganizations, hero, steps } from './content.ts';
import { DeadlineSoon } from './DeadlineSoon.tsx';
import { LandingHeader } from './LandingHeader.tsx';
import { Partners } from './Partners.tsx';
import { PublicList } from './PublicList.tsx';

const Landing = () => {
  usePage('Imkon');
  return (
    <>
      <LandingHeader />
      <div className="space-y-16">
        {/* Dark colours in both themes, so that the hero looks the same to every visitor. */}
        <section data-theme="dark" className="hero rounded-3xl px-5 py-8 text-ink sm:p-10 lg:flex lg:items-center lg:gap-10">
          <div className="lg:flex-1">
            <p className="font-semibold text-accent">{hero.eyebrow}</p>
            <PageTitle className="mt-3 sm:text-5xl">{hero.title}</PageTitle>
            <p className="mt-4 text-lg text-muted">{hero.text}</p>
            <div className="mt-6 flex flex-wrap gap-3">
              <LinkButton to="/signup" className="bg-accent! max-sm:w-full">
                Bepul boshlash
              </LinkButton>
              <Link className={buttonClass('secondary', 'max-sm:w-full')} to="/#imkoniyatlar" onClick={goToList}>
                Imkoniyatlarni ko'rish
              </Link>
            </div>
            <ul className="mt-6 list-disc space-y-1 pl-5 text-sm">
              {hero.claims.map((claim) => (
                <li key={claim}>{claim}</li>
              ))}
            </ul>
          </div>
          <DeadlineSoon />
        </section>

        <PublicList />

        <Partners />

        <section aria-labelledby="afzalliklar">
          <h2 id="afzalliklar" className="text-2xl font-bold">
            Nega aynan Imkon?
          </h2>
          <ul className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {benefits.map(({ title, text }) => (
              <li key={title} className="rounded-2xl border border-l-4 border-line border-l-brand bg-surface p-5">
                <h3 className="text-lg font-semibold">{title}</h3>
                <p className="mt-1 text-muted">{text}</p>
              </li>
            ))}
          </ul>
        </section>

        <section aria-labelledby="qadamlar">
          <h2 id="qadamlar" className="text-2xl font-bold">
            Qanday ishlaydi?
          </h2>
          <ol className="mt-5 grid gap-4 sm:grid-cols-3">
            {steps.map(({ title, text }, index) => (
              <li key={title} className="rounded-2xl border border-line bg-surface p-5">
                <span className="inline-flex size-10 items-center justify-center rounded-full bg-brand font-bold text-on-brand">
                  {index + 1}
                </span>
                <h3 className="mt-3 text-lg font-semibold">{title}</h3>
                <p className="mt-1 text-muted">{text}</p>
              </li>
            ))}
          </ol>
        </section>

        <section aria-labelledby="tashkilotlar" className="rounded-3xl border border-line bg-surface p-6 sm:p-10">
          <h2 id="tashkilotlar" className="text-2xl font-bold">
            Tashkilotlar uchun
          </h2>
          <ul className="mt-5 grid gap-6 sm:grid-cols-3">
            {forOrganizations.map(({ title, text }) => (
              <li key={title}>
                <h3 className="text-lg font-semibold">{title}</h3>
                <p className="mt-1 text-muted">{text}</p>
              </li>
            ))}
          </ul>
          <LinkButton to="/signup" variant="secondary" className="mt-6">
            Tashkilotni ro‘yxatdan o‘tkazish
          </LinkButton>
        </section>

        <footer className="border-t border-line pt-6">
          <nav aria-label="Sayt bo‘limlari">
            <ul className="flex flex-wrap gap-x-6">
              {footerLinks.map(([to, text]) => (
                <li key={to}>
                  <Link to={to} className="inline-flex min-h-11 items-center text-muted underline underline-offset-4 hover:text-ink">
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </footer>
      </div>
    </>
  );
};
export default Landing;

const footerLinks = [
  ['/', 'Bosh sahifa'],
  ['/resources', 'Resurslar'],
  ['/leaderboard', 'Reyting'],
  ['/help', 'Yordam va savollar'],
  ['/terms', 'Foydalanish shartlari'],
  ['/privacy', 'Maxfiylik siyosati'],
] as const;

/** Scrolls to the list on this page and focuses its heading instead of loading a page. */
const goToList = (event: React.MouseEvent) => {
  const list = document.getElementById('imkoniyatlar');
  if (!list || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  window.history.replaceState(window.history.state, '', '#imkoniyatlar');
  list.scrollIntoView();
  list.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
};
