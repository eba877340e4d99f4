import { type ComponentType, createElement } from 'react';
import { RequireUser } from '../../../shell/guards.tsx';

/** A screen of organizers; nothing of it is asked for while somebody else stands at the door. */
export const organizersOnly = (screen: ComponentType): ComponentType => {
  const OrganizersOnly = () => <RequireUser kind="organization">{createElement(screen)}</RequireUser>;
  return OrganizersOnly;
};
