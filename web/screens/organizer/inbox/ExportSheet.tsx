import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useId, useState } from 'react';
import { resultCountText } from '#contract/opportunity-rules.ts';
import { type ExportFormat, exportFormats } from '#contract/review-rules.ts';
import { formatNumber } from '#contract/uzbek.ts';
import { type ReceivedFilter, receivedQuery, useSpreadsheetExport } from '../../../data/review/received-applications.ts';
import { messageFor } from '../../../lib/api.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';

/** Exports the filtered applications to a file: shows the number of rows, then downloads by a plain link. */
const ExportSheet = ({ filter, pageSize, onClose }: { filter: ReceivedFilter; pageSize: number; onClose(): void }) => {
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const { data: matches } = useQuery(receivedQuery({ ...filter, page: 1, page_size: pageSize }));
  const exporting = useSpreadsheetExport();
  const group = useId();
  const start = () => exporting.mutate({ format, filter }, { onSuccess: ({ url }) => window.location.assign(url) });
  return (
    <Sheet
      open
      title="Arizalarni yuklab olish"
      onClose={onClose}
      backStep="sheet"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Yopish
          </Button>
          <Button
            busy={exporting.isPending}
            aria-disabled={matches?.count === 0 || undefined}
            onClick={() => matches?.count !== 0 && start()}
          >
            Yuklab olish
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <p role="status">
          {!matches
            ? 'Arizalar sanalmoqda…'
            : matches.count === 0
              ? 'Hozirgi filtr bo‘yicha ariza yo‘q: yuklab olinadigan narsa ham yo‘q.'
              : `Hozirgi filtr bo‘yicha ${resultCountText(matches)} ta ariza faylga yoziladi, har biri bir qatorga.`}
        </p>
        <fieldset>
          <legend className="mb-1 font-medium">Fayl turi</legend>
          {(Object.keys(exportFormats) as ExportFormat[]).map((option) => (
            <label key={option} className="flex min-h-12 items-center gap-3">
              <input
                type="radio"
                name={group}
                className="size-5 accent-brand"
                checked={format === option}
                onChange={() => {
                  setFormat(option);
                  exporting.reset();
                }}
              />
              {exportFormats[option]}
            </label>
          ))}
        </fieldset>
        <p className="text-sm text-muted">
          Faylda arizalarning javoblari, ballari va sanalari bo‘ladi. Ismlari yashirilgan arizachilar faylda ham yashirin qoladi. Kim va
          qachon yuklab olgani tashkilot jurnaliga yoziladi.
        </p>
        {exporting.isError && (
          <p role="alert" className="rounded-xl bg-danger-soft p-4 font-medium text-danger">
            {messageFor(exporting.error)}
          </p>
        )}
        {exporting.data && (
          <div role="status" className="space-y-2 rounded-xl bg-success-soft p-4 text-success">
            <p>Fayl tayyor: {formatNumber(exporting.data.count)} ta ariza. Yuklanish boshlanmasa, quyidagi havolani bosing.</p>
            <a href={exporting.data.url} className={buttonClass('secondary')}>
              <FileDown aria-hidden="true" className="size-5" />
              Faylni saqlash
            </a>
          </div>
        )}
      </div>
    </Sheet>
  );
};
export default ExportSheet;
