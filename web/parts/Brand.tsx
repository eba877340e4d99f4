import { Link } from '../lib/router.tsx';

/** Logo and name, linked to `/`. */
export const Brand = () => (
  <Link to="/" className="inline-flex min-h-12 items-center gap-2 rounded-xl pr-2 text-xl font-bold text-brand-strong">
    <img src="/icon.svg" alt="" width={32} height={32} />
    Imkon
  </Link>
);
