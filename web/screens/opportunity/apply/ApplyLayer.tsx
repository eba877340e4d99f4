import { useEffect } from 'react';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { forgetApplication } from '../../../data/applications/resume-application.ts';
import { useSession } from '../../../lib/session.ts';
import { Application } from './Application.tsx';
import { Layer } from './Layer.tsx';

interface ApplyProps {
  opportunity: OpportunityDetail;
  onClose(): void;
  onDone(): void;
}

/** The application form over the whole screen. */
const ApplyLayer = (props: ApplyProps) => {
  const person = useSession()?.user_id ?? 0;
  // Back here from the profile, or a new start: either way nothing waits elsewhere any more.
  useEffect(forgetApplication, []);

  return (
    <Layer>
      <Application key={person} person={person} {...props} />
    </Layer>
  );
};
export default ApplyLayer;
