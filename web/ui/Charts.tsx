import type { ReactNode } from 'react';
import { formatNumber } from '#contract/uzbek.ts';

/** A titled card for one chart. */
export const ChartCard = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => (
  <figure className="min-w-0 rounded-2xl border border-line bg-surface p-5 shadow-card">
    <figcaption>
      <h3 className="font-semibold">{title}</h3>
      {note && <p className="text-sm text-muted">{note}</p>}
    </figcaption>
    {children}
  </figure>
);

export interface Bar {
  key: string;
  label: string;
  count: number;
  /** Shown beside the number. */
  note?: string | undefined;
}

/** A bar chart relative to the largest count. The bars are hidden from screen readers; the numbers are text. */
export const BarChart = ({ items }: { items: readonly Bar[] }) => {
  const max = Math.max(1, ...items.map(({ count }) => count));
  return (
    <ul className="mt-3 space-y-3">
      {items.map(({ key, label, count, note }) => (
        <li key={key}>
          <div className="flex items-baseline justify-between gap-3">
            <span className="min-w-0">{label}</span>
            <span className="shrink-0 whitespace-nowrap tabular-nums">
              <b>{formatNumber(count)}</b>
              {note && <span className="text-muted"> · {note}</span>}
            </span>
          </div>
          <progress className="bar mt-1" aria-hidden="true" max={max} value={count} />
        </li>
      ))}
    </ul>
  );
};

const [width, height, gap] = [300, 100, 2];
interface Column {
  key: string;
  label: string;
  count: number;
}
/** A column chart over time, with the same numbers in a table to open. @param head column titles of the table */
export const ColumnChart = ({ items, head }: { items: readonly Column[]; head: readonly [string, string] }) => {
  const max = Math.max(1, ...items.map(({ count }) => count));
  const step = width / items.length;
  const first = items[0];
  const last = items.at(-1);
  return (
    <>
      <div className="mt-3 flex gap-2">
        <div
          aria-hidden="true"
          className="flex shrink-0 flex-col justify-between whitespace-nowrap text-right text-sm text-muted tabular-nums"
        >
          <span>{formatNumber(max)}</span>
          <span>0</span>
        </div>
        <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="h-40 w-full border-y border-line">
          {items.map(({ key, label, count }, index) => {
            const barHeight = (height * count) / max;
            return (
              <g key={key} className="fill-brand hover:fill-brand-strong">
                <title>{`${label}: ${formatNumber(count)}`}</title>
                {/* Makes the whole height respond to the pointer. */}
                <rect x={index * step} width={step} height={height} className="fill-transparent" />
                <rect x={index * step + gap / 2} y={height - barHeight} width={step - gap} height={barHeight} />
              </g>
            );
          })}
        </svg>
      </div>
      <p className="mt-1 flex justify-between text-sm text-muted" aria-hidden="true">
        <span>{first?.label}</span>
        <span>{last?.label}</span>
      </p>
      <details className="mt-1">
        <summary className="inline-flex min-h-11 items-center text-brand underline underline-offset-4">Jadval ko‘rinishida</summary>
        <table className="mt-1 w-full">
          <thead>
            <tr className="border-b border-line">
              {head.map((name, index) => (
                <th key={name} scope="col" className={`py-1 font-medium text-muted ${index ? 'text-right' : 'text-left'}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map(({ key, label, count }) => (
              <tr key={key} className="border-b border-line last:border-0">
                <th scope="row" className="py-1 text-left font-normal">
                  {label}
                </th>
                <td className="py-1 text-right tabular-nums">{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
};
