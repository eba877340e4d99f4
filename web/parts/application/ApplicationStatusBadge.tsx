import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import { Badge } from '../../ui/Card.tsx';

const tones = {
  pending: 'warning',
  under_review: 'brand',
  interview_scheduled: 'brand',
  accepted: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
} as const satisfies Record<ApplicationStatus, string>;
export const ApplicationStatusBadge = ({ status }: { status: ApplicationStatus }) => (
  <Badge tone={tones[status]}>{applicationStatuses[status]}</Badge>
);
