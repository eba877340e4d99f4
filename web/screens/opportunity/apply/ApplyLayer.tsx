import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { forgetApplying } from '../../../data/applying.ts';
import { useSession } from '../../../lib/session.ts';
import { Application } from './Application.tsx';

interface ApplyProps {
  opportunity: OpportunityDetail;
  onClose(): void;
  onDone(): void;
}

/** The application form over the whole screen. Everything behind it is out of reach until it closes. */
const ApplyLayer = (props: ApplyProps) => {
  const layer = useRef<HTMLDivElement>(null);
  const person = useSession()?.user_id ?? 0;
  useEffect(() => {
    const root = document.getElementById('root');
    const before = document.activeElement as HTMLElement | null;
    // Back here from the profile, or a new start: either way nothing waits elsewhere any more.
    forgetApplying();
    root?.setAttribute('inert', '');
    layer.current?.querySelector('h2')?.focus();
    return () => {
      root?.removeAttribute('inert');
      before?.focus?.({ preventScroll: true });
    };
  }, []);

  return createPortal(
    <div
      ref={layer}
      role="dialog"
      aria-modal="true"
      aria-labelledby="apply-title"
      data-layer=""
      className="fixed inset-0 z-50 flex flex-col bg-page"
    >
      <Application key={person} person={person} {...props} />
    </div>,
    document.body,
  );
};
export default ApplyLayer;
