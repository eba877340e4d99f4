import { useEffect } from 'react';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { clearApplicationInProgress } from '../../../data/applications/resume-application.ts';
import { useSession } from '../../../lib/session.ts';
import { ApplicationForm } from './ApplicationForm.tsx';
import { Layer } from './Layer.tsx';

interface ApplyProps {
  opportunity: OpportunityDetail;
  onClose(): void;
  onDone(): void;
}

/** The application form as a full-screen layer. */
const ApplyLayer = (props: ApplyProps) => {
  const user = useSession()?.user_id ?? 0;
  // The form is open, so there is no application to return to.
  useEffect(clearApplicationInProgress, []);

  return (
    <Layer>
      <ApplicationForm key={user} user={user} {...props} />
    </Layer>
  );
};
export default ApplyLayer;
