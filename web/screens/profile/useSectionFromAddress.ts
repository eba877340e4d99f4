import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from '../../lib/router.tsx';

/** The history remembers what was opened for a link, so that Back and a reload do not open it once more. */
const seen = (section: string | null): boolean => (window.history.state as { arrived?: string } | null)?.arrived === section;

export interface SectionFromAddress {
  /** Where /profile?section=… led, null when it named nothing. */
  section: string | null;
  /** A number for each time a link leads to this section, 0 when none did. */
  visitOf(section: string): number;
  /** Goes to a section of this page as a link to it would. */
  go(section: string): void;
}

/**
 * /profile?section=…: scrolls there, puts the focus on the heading and says what is to be opened. @param onGo opens it
 * @param onArrive once, before anything is shown, when a link led here
 */
export const useSectionFromAddress = (onGo: (section: string) => void, onArrive: () => void): SectionFromAddress => {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const wanted = query.get('section');
  const [visit, setVisit] = useState({ section: wanted, count: 1 });
  const [isFresh] = useState(() => {
    const fresh = !seen(wanted);
    if (fresh && wanted !== null) onArrive();
    return fresh;
  });

  useEffect(() => {
    const { section } = visit;
    if (!section) return;
    window.history.replaceState({ ...window.history.state, arrived: section }, '');
    // After the screen's own focus on its heading.
    const frame = requestAnimationFrame(() => {
      const heading = document.getElementById(`section-${section === 'resume' ? 'portfolio' : section}`);
      heading?.scrollIntoView({ block: 'start' });
      heading?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [visit]);

  return {
    section: wanted,
    visitOf: (section) => (visit.section === section && (isFresh || visit.count > 1) ? visit.count : 0),
    go: (section) => {
      navigate(`/profile?section=${section}`, { replace: true, state: window.history.state });
      setVisit(({ count }) => ({ section, count: count + 1 }));
      onGo(section);
    },
  };
};
