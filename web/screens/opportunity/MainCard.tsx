import { Building2, CalendarClock, Hourglass, MapPin, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { formatDate, formatNumber, isUrgent, remainingText } from '#contract/uzbek.ts';
import { formatLabel, KindBadge, VerifiedMark } from '../../parts/opportunity/badges.tsx';
import { urgentText } from '../../parts/opportunity/DeadlineNote.tsx';
import { PageTitle } from '../../shell/Page.tsx';
import { Badge, Card } from '../../ui/Card.tsx';

const Fact = ({ icon: Icon, name, children }: { icon: typeof MapPin; name: string; children: ReactNode }) => (
  <div className="relative pl-8">
    <dt className="text-sm text-muted">
      <Icon aria-hidden="true" className="absolute top-0.5 left-0 size-5 text-brand" />
      {name}
    </dt>
    <dd className="font-semibold">{children}</dd>
  </div>
);

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="rounded-xl bg-sunken p-3">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
);

/** "N / max", or N alone when there is no limit. */
const outOf = (count: number | string, max: number | null) =>
  max ? `${formatNumber(count || 0)} / ${formatNumber(max)}` : formatNumber(count || 0);

export const MainCard = ({ item }: { item: OpportunityDetail }) => {
  const { organization } = item;
  const days = item.days_until_deadline;
  const home = [organization.city, organization.country].filter(Boolean).join(', ');
  return (
    <Card className="relative overflow-hidden pt-7 before:absolute before:inset-x-0 before:top-0 before:h-2 before:bg-hue-strip">
      <div className="flex flex-wrap gap-2">
        <KindBadge kind={item.opportunity_type} label={item.opportunity_type_display} />
        <Badge>{formatLabel(item.is_remote)}</Badge>
      </div>
      <PageTitle className="mt-3">{item.title}</PageTitle>
      <p className="mt-3 flex items-start gap-2">
        <Building2 aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
        <span>
          <span className="font-semibold">{item.organization_name}</span> {organization.is_verified && <VerifiedMark />}
          <span className="block text-sm text-muted">
            {item.organization_type_display}
            {home && ` · ${home}`}
          </span>
        </span>
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-x-4 gap-y-4 md:grid-cols-4">
        <Fact icon={CalendarClock} name="Ariza muddati">
          {item.application_deadline ? formatDate(item.application_deadline) : 'Doimiy qabul'}
        </Fact>
        <Fact icon={Hourglass} name="Qolgan vaqt">
          {remainingText(days)}
        </Fact>
        <Fact icon={MapPin} name="Joylashuv">
          {item.location ?? formatLabel(item.is_remote)}
        </Fact>
        <Fact icon={Users} name="Arizalar">
          {outOf(item.application_count, item.max_applications)}
        </Fact>
      </dl>
      {item.cover_image && (
        <img
          src={item.cover_image}
          alt=""
          width={1200}
          height={630}
          className="mt-5 aspect-[1200/630] w-full rounded-xl bg-sunken object-cover"
        />
      )}
      <p
        className={`mt-5 rounded-xl px-4 py-3 font-semibold ${isUrgent(days) || days === 0 ? 'bg-warning-soft text-warning' : days !== null && days < 0 ? 'bg-sunken text-muted' : 'bg-success-soft text-success'}`}
      >
        {remainingText(days)}
        {isUrgent(days) && `. ${urgentText}`}
        {item.application_deadline && days !== null && days >= 0 && (
          <span className="block text-sm font-normal">{deadlineMoment(item.application_deadline)}</span>
        )}
      </p>
      <dl className="mt-3 grid grid-cols-2 gap-3 md:grid-cols-4">
        <Figure name="Qabul qilingan">{formatNumber(item.accepted_count)}</Figure>
        <Figure name="Eng ko‘p ariza">{item.max_applications ? formatNumber(item.max_applications) : 'Cheklanmagan'}</Figure>
        <Figure name="E’lon qilingan">{formatDate(item.published_at ?? item.created_at)}</Figure>
        <Figure name="Oxirgi yangilanish">{formatDate(item.updated_at)}</Figure>
      </dl>
    </Card>
  );
};

/** A deadline with its time, e.g. "1 mart 2026, 23:59 gacha (Toshkent vaqti)". @param day YYYY-MM-DD */
export const deadlineMoment = (day: string): string => `${formatDate(day)}, 23:59 gacha (Toshkent vaqti)`;
