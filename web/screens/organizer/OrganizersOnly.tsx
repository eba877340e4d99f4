import { type ComponentType, createElement } from 'react';
import { RequireUser } from '../../shell/guards.tsx';

/** A screen of organizers. */
export const organizersOnly = (screen: ComponentType): ComponentType => {
  const OrganizersOnly = () => <RequireUser kind="organization">{createElement(screen)}</RequireUser>;
  return OrganizersOnly;
};
