import { useId } from 'react';
import type { ApplicationDetail } from '#contract/application.ts';
import { formatDate } from '#contract/uzbek.ts';
import { statusPresentation } from './statusPresentation.ts';

type Step = ApplicationDetail['history'][number];

/** The first step is the submission. A later return to its status is another submission or an undone decision. */
const stepTitle = ({ status }: Step, index: number, history: readonly Step[]): string => {
  if (status !== 'pending') return statusPresentation(status).label;
  if (index === 0) return 'Ariza yuborildi';
  return history[index - 1]?.status === 'withdrawn' ? 'Qayta topshirildi' : 'Qaror bekor qilindi';
};

/** The steps of an application, oldest first. */
export const ApplicationHistory = ({ history }: { history: readonly Step[] }) => {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="text-lg font-semibold">
        Ariza tarixi
      </h3>
      <ol className="mt-3 ml-3">
        {history.map((step, index) => {
          const { icon: Icon } = statusPresentation(step.status);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps never change their order
            <li key={index} className="relative border-l-2 border-line pb-5 pl-7 last:border-transparent last:pb-0">
              <span className="absolute top-0 -left-[0.9rem] flex size-7 items-center justify-center rounded-full border-2 border-line bg-surface">
                <Icon aria-hidden="true" className="size-4" />
              </span>
              <p className="font-medium">{stepTitle(step, index, history)}</p>
              <p className="text-sm text-muted">{formatDate(step.at, { time: true })}</p>
              {step.reason && <p className="mt-1 whitespace-pre-line">Izoh: {step.reason}</p>}
            </li>
          );
        })}
      </ol>
    </section>
  );
};
