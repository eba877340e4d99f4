import { CalendarClock, Eye, MapPin, Users } from 'lucide-react';
import type { OpportunitySummary } from '#contract/opportunity.ts';
import { closableFrom, publishableFrom } from '#contract/opportunity-rules.ts';
import { formatNumber, formatShortDate, noData, remainingText } from '#contract/uzbek.ts';
import { Link } from '../../../lib/router.tsx';
import { useIsReviewer } from '../../../parts/account/useMemberRole.ts';
import { FeaturedBadge, StatusBadge } from '../../../parts/opportunity/badges.tsx';
import type { PublicationChange } from '../../../parts/opportunity/PublishButtons.tsx';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { Badge } from '../../../ui/Card.tsx';
import { DuplicateButton } from './DuplicateButton.tsx';

/** The actions that change the opportunity; hidden from reviewers. */
const EditActions = ({ item, onChange }: { item: OpportunitySummary; onChange(change: PublicationChange): void }) => (
  <>
    <LinkButton to={`/organizer/events/${item.id}/edit`} variant="secondary">
      Tahrirlash
    </LinkButton>
    <LinkButton to={`/event/${item.id}?preview=1`} variant="secondary">
      Talaba ko‘zi bilan
    </LinkButton>
    <DuplicateButton item={item} />
    {publishableFrom.includes(item.status) && (
      <Button className="max-sm:col-span-2" onClick={() => onChange({ to: 'published', item })}>
        {item.status === 'draft' ? 'E’lon qilish' : 'Qayta ochish'}
      </Button>
    )}
    {closableFrom.includes(item.status) && (
      <Button variant="danger" className="max-sm:col-span-2" onClick={() => onChange({ to: 'closed', item })}>
        Yopish
      </Button>
    )}
  </>
);

/** One of the organization's own opportunities with its actions. */
export const EventCard = ({ item, onChange }: { item: OpportunitySummary; onChange(change: PublicationChange): void }) => (
  <article
    data-kind={item.opportunity_type}
    className="flex h-full flex-col gap-3 rounded-2xl border border-line border-l-4 border-l-hue-strip bg-surface p-5 shadow-card"
  >
    <div className="flex flex-wrap items-center gap-2">
      <StatusBadge status={item.status} />
      <Badge tone="kind">{item.opportunity_type_display}</Badge>
      {item.featured && <FeaturedBadge />}
    </div>
    <h2 className="text-lg font-semibold">
      <Link to={`/event/${item.id}`} className="inline-block min-h-11 py-1.5 hover:underline">
        {item.title}
      </Link>
    </h2>
    <ul className="space-y-1.5 text-muted">
      <li className="flex items-start gap-2">
        <CalendarClock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
          Muddat: <b className="text-ink">{formatShortDate(item.application_deadline)}</b>
          {/* Without a deadline a draft is unfinished; any other opportunity is open indefinitely. */}
          {(item.application_deadline || item.status !== 'draft') && ` · ${remainingText(item.days_until_deadline)}`}
        </span>
      </li>
      <li className="flex items-start gap-2">
        <Users aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span className="tabular-nums">
          Arizalar: <b className="text-ink">{formatNumber(item.application_count)}</b>
          {item.max_applications ? ` / ${formatNumber(item.max_applications)}` : ''}
        </span>
      </li>
      <li className="flex items-start gap-2">
        <Eye aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span className="tabular-nums">
          Ko‘rishlar: <b className="text-ink">{formatNumber(item.view_count ?? 0)}</b>
        </span>
      </li>
      <li className="flex items-start gap-2">
        <MapPin aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>{item.location ?? noData}</span>
      </li>
      <li className="text-sm">Yaratilgan: {formatShortDate(item.created_at)}</li>
    </ul>
    <div className="mt-auto grid grid-cols-2 gap-2 pt-1 *:px-3 sm:grid-cols-3 lg:grid-cols-2 xl:grid-cols-3">
      <LinkButton to={`/organizer/applications?eventId=${item.id}`} variant="secondary">
        Arizalar
      </LinkButton>
      {!useIsReviewer() && <EditActions item={item} onChange={onChange} />}
    </div>
  </article>
);
