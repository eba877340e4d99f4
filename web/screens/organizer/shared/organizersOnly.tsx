import { type ComponentType, createElement } from 'react';
import { RequireUser } from '../../../shell/guards.tsx';

/** Wraps a screen for organizers; it is not rendered, and queries nothing, for anyone else. */
export const organizersOnly = (screen: ComponentType): ComponentType => {
  const OrganizersOnly = () => <RequireUser kind="organization">{createElement(screen)}</RequireUser>;
  return OrganizersOnly;
};
