import { useQuery } from '@tanstack/react-query';
import { type ApplicationStatus, applicationStatuses } from '#contract/application-rules.ts';
import { ownApplicationFiguresQuery } from '../../data/applications/own-applications.ts';
import { Chip } from '../../ui/Chips.tsx';

const statuses = Object.keys(applicationStatuses) as ApplicationStatus[];
const counted = (label: string, count: number | undefined) => (count === undefined ? label : `${label} (${count})`);

interface StatusFilterProps {
  chosen: ApplicationStatus | undefined;
  onChoose(status: ApplicationStatus | undefined): void;
}

/** Filter by status. Statuses without applications are hidden, except the chosen one; without figures all are shown. */
export const StatusFilter = ({ chosen, onChoose }: StatusFilterProps) => {
  const { data: figures, isPending } = useQuery(ownApplicationFiguresQuery());
  if (isPending) return <div aria-hidden="true" className="min-h-11" />;
  if (figures?.total === 0 && !chosen) return null;
  const count = figures?.by_status;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Holat bo‘yicha saralash</legend>
      <Chip pressed={!chosen} onClick={() => onChoose(undefined)}>
        {counted('Barchasi', figures?.total)}
      </Chip>
      {statuses
        .filter((status) => !count || count[status] > 0 || status === chosen)
        .map((status) => (
          <Chip key={status} pressed={status === chosen} onClick={() => onChoose(status)}>
            {counted(applicationStatuses[status], count?.[status])}
          </Chip>
        ))}
    </fieldset>
  );
};
