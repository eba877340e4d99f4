import {
  BookOpen,
  Building2,
  CalendarDays,
  ChartColumn,
  CirclePlus,
  FileText,
  House,
  type LucideIcon,
  Trophy,
  UserRound,
} from 'lucide-react';
import type { UserType } from '#contract/account-rules.ts';

export interface NavigationItem {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Shows the number of unread messages. */
  counts?: true;
}

const profile = { to: '/profile', label: 'Profil', icon: UserRound };
const applications = { to: '/applications', label: 'Arizalar', icon: FileText };
const home = { to: '/', label: 'Asosiy', icon: House };
const demoItems = [
  { to: '/leaderboard', label: 'Reyting', icon: Trophy },
  { to: '/resources', label: 'Resurslar', icon: BookOpen },
];
const organizerItems: NavigationItem[] = [
  { to: '/organizer', label: 'Statistika', icon: ChartColumn },
  { to: '/organizer/applications', label: 'Arizalar', icon: FileText },
  { to: '/organizer/events', label: 'Tadbirlar', icon: CalendarDays },
  { to: '/create', label: 'Yangi', icon: CirclePlus },
  { to: '/organizer/profile', label: 'Profil', icon: Building2 },
];

/** Navigation items of a role, the profile last. An administrator has neither profile nor applications. */
export const itemsFor = (role: UserType | 'unknown' | null): NavigationItem[] => {
  if (role === 'organization') return organizerItems;
  if (role === 'admin') return [home, ...demoItems];
  return role === null ? [home, applications, ...demoItems] : [home, { ...applications, counts: true }, ...demoItems, profile];
};

/** Whether an item is current: the address is its own or below it. `/` and `/organizer` match only themselves. */
export const isCurrent = (to: string, pathname: string): boolean =>
  pathname === to || (to !== '/' && to !== '/organizer' && pathname.startsWith(`${to}/`));
