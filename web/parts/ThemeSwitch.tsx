import { Monitor, Moon, Sun } from 'lucide-react';
import { type Theme, themeChanged, useTheme } from '../lib/theme.ts';

const names: Record<Theme, string> = { system: 'Tizim sozlamasi', light: 'Yorug‘', dark: 'Qorong‘i' };
const icons = { system: Monitor, light: Sun, dark: Moon };

/** Theme selector: an icon over a transparent native select. */
export const ThemeSwitch = () => {
  const theme = useTheme();
  const Icon = icons[theme];
  return (
    <label
      title="Mavzu"
      className="relative inline-flex size-12 shrink-0 items-center justify-center rounded-xl text-muted focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-brand hover:bg-sunken hover:text-ink"
    >
      <span className="sr-only">Mavzu</span>
      <Icon aria-hidden="true" />
      <select name="theme" className="absolute inset-0 cursor-pointer bg-surface text-ink opacity-0" value={theme} onChange={themeChanged}>
        {Object.entries(names).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
};
