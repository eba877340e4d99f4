import { BadgeCheck, Star } from 'lucide-react';
import { type OpportunityStatus, type OpportunityType, statusLabel } from '#contract/opportunity-rules.ts';
import { Badge } from '../../ui/Card.tsx';

export const KindBadge = ({ kind, label }: { kind: OpportunityType; label: string }) => (
  <span data-kind={kind}>
    <Badge tone="kind">{label}</Badge>
  </span>
);

export const FeaturedBadge = () => (
  <Badge tone="warning">
    <Star aria-hidden="true" className="size-3.5 fill-current" />
    Tavsiya etilgan
  </Badge>
);

const statusTones: Record<OpportunityStatus, 'success' | 'neutral' | 'danger'> = {
  draft: 'neutral',
  published: 'success',
  closed: 'neutral',
  cancelled: 'danger',
  archived: 'neutral',
};
/** A status that is missing says so. */
export const StatusBadge = ({ status }: { status: OpportunityStatus | null | undefined }) => (
  <Badge tone={status ? statusTones[status] : 'neutral'}>{statusLabel(status)}</Badge>
);

/** Beside the name of an organization the platform knows; without a name of its own where the words stand beside it. */
export const VerifiedMark = ({ name = 'Tasdiqlangan tashkilot' }: { name?: string }) => (
  <BadgeCheck
    {...(name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    className="inline size-4 max-w-full shrink-0 align-[-0.15em] text-brand"
  />
);

export const formatLabel = (isRemote: boolean): string => (isRemote ? 'Masofadan (onlayn)' : 'Joyida (oflayn)');
