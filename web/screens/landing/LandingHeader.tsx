import { Link } from '../../lib/router.tsx';
import { useSession } from '../../lib/session.ts';
import { Brand } from '../../parts/Brand.tsx';
import { ThemeSwitch } from '../../parts/ThemeSwitch.tsx';
import { buttonClass } from '../../ui/Button.tsx';

/** Header for signed-out visitors, where the shell has no top bar. On phones the bottom bar has the sign-in link. */
export const LandingHeader = () =>
  useSession() ? null : (
    <header className="-mt-4 mb-2 flex items-center gap-2">
      <Brand />
      <span className="flex-1" />
      <ThemeSwitch />
      <Link to="/login" className={buttonClass('quiet', 'px-3! max-md:hidden')}>
        Kirish
      </Link>
      <Link to="/signup" className={buttonClass('primary', 'px-4! max-md:hidden')}>
        Ro‘yxatdan o‘tish
      </Link>
    </header>
  );
