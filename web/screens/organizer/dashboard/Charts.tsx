import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ApplicationCharts } from '#contract/review.ts';
import { formatNumber, formatShortDate } from '#contract/uzbek.ts';
import { chartsQuery } from '../../../data/review/criteria-and-charts.ts';
import { LoadError } from '../../../parts/states/LoadError.tsx';
import { Skeleton } from '../../../ui/Card.tsx';
import { BarChart, ChartCard, ColumnChart } from '../../../ui/Charts.tsx';
import { FilterSelect } from '../shared/FilterSelect.tsx';
import { parseIdParam } from '../shared/parseIdParam.ts';
import { useAddressFilters } from '../shared/useAddressFilters.ts';
import { useEventOptions } from '../shared/useEventOptions.ts';

const defaultFilters = { eventId: 'all' };
const sum = (items: readonly { count: number }[]) => items.reduce((total, { count }) => total + count, 0);
const empty = <p className="mt-3 text-muted">Hali ariza tushmagan.</p>;

/** Percentage of the previous step; undefined when that is 0, or smaller because views were not counted yet. */
const shareText = (part: number, whole: number): string | undefined =>
  whole === 0 || part > whole ? undefined : `${Math.round((100 * part) / whole)}%`;

const funnelBars = ({ views, started, submitted, accepted }: ApplicationCharts['funnel']) => [
  { key: 'views', label: 'Ko‘rishlar', count: views },
  { key: 'started', label: 'Ariza boshlaganlar', count: started, note: shareText(started, views) },
  { key: 'submitted', label: 'Ariza yuborganlar', count: submitted, note: shareText(submitted, started) },
  { key: 'accepted', label: 'Qabul qilinganlar', count: accepted, note: shareText(accepted, submitted) },
];

const Figures = ({ charts }: { charts: ApplicationCharts }) => {
  const { by_day, by_status, by_university, funnel } = charts;
  return (
    <>
      <ChartCard title="Kunlar bo‘yicha arizalar" note={`So‘nggi ${by_day.length} kunda ${formatNumber(sum(by_day))} ta`}>
        <ColumnChart
          head={['Kun', 'Arizalar']}
          items={by_day.map(({ day, count }) => ({ key: day, label: formatShortDate(day), count }))}
        />
      </ChartCard>
      <ChartCard title="Ko‘rishdan qabulgacha" note="Foizlar oldingi bosqichga nisbatan">
        <BarChart items={funnelBars(funnel)} />
      </ChartCard>
      <ChartCard title="Holatlar bo‘yicha">
        {sum(by_status) === 0 ? (
          empty
        ) : (
          <BarChart items={by_status.map(({ status, status_display, count }) => ({ key: status, label: status_display, count }))} />
        )}
      </ChartCard>
      <ChartCard title="Universitetlar bo‘yicha">
        {by_university.length === 0 ? (
          empty
        ) : (
          <BarChart
            items={by_university.map(({ university, count }) => ({
              key: university ?? '',
              label: university ?? 'Boshqalar va ko‘rsatmaganlar',
              count,
            }))}
          />
        )}
      </ChartCard>
    </>
  );
};

/** Charts of the received applications, of all or of one opportunity, refreshed by polling. */
const Charts = () => {
  const { values, set } = useAddressFilters(defaultFilters);
  const eventId = parseIdParam(values.eventId);
  const options = useEventOptions(eventId);
  const { data, error, isFetching, refetch } = useQuery({ ...chartsQuery(eventId), placeholderData: keepPreviousData });
  return (
    <section aria-labelledby="charts" className="space-y-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="charts" className="text-lg font-semibold">
          Arizalar diagrammalarda
        </h2>
        <FilterSelect label="Tadbir" value={eventId ? `${eventId}` : 'all'} options={options} onChange={(value) => set('eventId', value)} />
      </div>
      {error && !data ? (
        <LoadError error={error} onRetry={() => refetch()} />
      ) : (
        <div className="grid gap-4 lg:grid-cols-2" aria-busy={isFetching}>
          {data ? <Figures charts={data} /> : [1, 2, 3, 4].map((key) => <Skeleton key={key} className="h-72" />)}
        </div>
      )}
    </section>
  );
};
export default Charts;
