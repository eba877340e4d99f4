import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import { statusLabel } from '#contract/opportunity-rules.ts';
import { Badge } from '../ui/Card.tsx';

const opportunityTones = { draft: 'neutral', published: 'success', closed: 'warning', cancelled: 'danger', archived: 'warning' } as const;
export const OpportunityStatusBadge = ({ status }: { status: string | null | undefined }) => (
  <Badge tone={(opportunityTones as Record<string, 'neutral' | 'success' | 'warning' | 'danger'>)[status ?? ''] ?? 'neutral'}>
    {statusLabel(status)}
  </Badge>
);

const applicationTones = {
  pending: 'warning',
  under_review: 'brand',
  interview_scheduled: 'brand',
  accepted: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
} as const satisfies Record<ApplicationStatus, string>;
export const ApplicationStatusBadge = ({ status }: { status: ApplicationStatus }) => (
  <Badge tone={applicationTones[status]}>{applicationStatuses[status]}</Badge>
);
