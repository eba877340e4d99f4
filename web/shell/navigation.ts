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
  /** Says how many messages wait there. */
  counts?: true;
}

const profile = { to: '/profile', label: 'Profil', icon: UserRound };
const applications = { to: '/applications', label: 'Arizalar', icon: FileText };
const home = { to: '/', label: 'Asosiy', icon: House };
const demos = [
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

/** The items of a person; the last one of a signed-in person is the profile. An administrator has neither profile nor applications. */
export const itemsFor = (role: UserType | 'unknown' | null): NavigationItem[] => {
  if (role === 'organization') return organizerItems;
  if (role === 'admin') return [home, ...demos];
  return role === null ? [home, applications, ...demos] : [home, { ...applications, counts: true }, ...demos, profile];
};

/** Whether an item stands for the address: itself or something below it, but `/organizer` is not above its siblings. */
export const isCurrent = (to: string, pathname: string): boolean =>
  pathname === to || (to !== '/' && to !== '/organizer' && pathname.startsWith(`${to}/`));
