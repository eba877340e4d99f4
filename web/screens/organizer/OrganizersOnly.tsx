import { type ComponentType, createElement } from 'react';
import { Redirect, useLocation } from '../../lib/router.tsx';
import { useSession } from '../../lib/session.ts';

/** A screen of organizers: signed-out people sign in first and come back, everybody else goes to a place of their own. */
export const organizersOnly = (screen: ComponentType): ComponentType => {
  const OrganizersOnly = () => {
    const session = useSession();
    const { pathname, search } = useLocation();
    if (!session) return <Redirect to="/login" replace state={{ from: pathname + search }} />;
    if (session.user_type === 'student') return <Redirect to="/profile" replace />;
    if (session.user_type === 'admin') return <Redirect to="/" replace />;
    return createElement(screen);
  };
  return OrganizersOnly;
};
