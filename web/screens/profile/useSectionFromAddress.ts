import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from '../../lib/router.tsx';

/** The history entry stores the opened section, so that Back and a reload do not open it again. */
const wasOpened = (section: string | null): boolean => (window.history.state as { arrived?: string } | null)?.arrived === section;

export interface SectionFromAddress {
  /** The value of `section`, null when absent. */
  section: string | null;
  /** Number of the visit to this section by a link; 0 when the section was not requested. */
  visitNumber(section: string): number;
  /** Goes to a section like a link, without a new history entry. */
  go(section: string): void;
}

/**
 * Handles /profile?section=…: scrolls to the section, focuses its heading and reports what to open.
 * @param onGo called by `go`
 * @param onArrive called once before the first render, when a link with a section led here
 */
export const useSectionFromAddress = (onGo: (section: string) => void, onArrive: () => void): SectionFromAddress => {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const requested = query.get('section');
  const [visit, setVisit] = useState({ section: requested, count: 1 });
  const [isFresh] = useState(() => {
    const fresh = !wasOpened(requested);
    if (fresh && requested !== null) onArrive();
    return fresh;
  });

  useEffect(() => {
    const { section } = visit;
    if (!section) return;
    window.history.replaceState({ ...window.history.state, arrived: section }, '');
    // After the screen has focused its own heading.
    const frame = requestAnimationFrame(() => {
      const heading = document.getElementById(`section-${section === 'resume' ? 'portfolio' : section}`);
      heading?.scrollIntoView({ block: 'start' });
      heading?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [visit]);

  return {
    section: requested,
    visitNumber: (section) => (visit.section === section && (isFresh || visit.count > 1) ? visit.count : 0),
    go: (section) => {
      navigate(`/profile?section=${section}`, { replace: true, state: window.history.state });
      setVisit(({ count }) => ({ section, count: count + 1 }));
      onGo(section);
    },
  };
};
