import { Readable } from 'node:stream';
import { writeCsvStream } from 'hucre/csv';
import { writeXlsxStream } from 'hucre/xlsx';
import type { ExportFormat } from '#contract/review-rules.ts';

/** The value of a cell: text, number, day (`YYYY-MM-DD`) or moment (ISO 8601). */
export type Cell = null | string | number | { day: string } | { moment: string };
export interface Column {
  header: string;
  width: number;
  /** The kind of every cell in the column; any cell may be empty. */
  kind: 'text' | 'number' | 'day' | 'moment';
}

/** Milliseconds from UTC to Tashkent time. */
const tashkentOffset = 5 * 60 * 60 * 1000;

/** Prefixes text that a spreadsheet could evaluate as a formula with an apostrophe. */
const escapeFormula = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);
/** The same for CSV, also after separators inside the text: a program that splits cells at them sees a new cell there. */
const escapeCsvFormulas = (text: string): string => escapeFormula(text.replace(/([;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g, "$1'"));

/** Characters XML cannot contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
const invalidXmlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** Maximum characters of an XLSX cell. */
const cellMaxLength = 32_767;

/** An XLSX value. Spreadsheets have no time zones, so a moment is written as Tashkent time. */
const toXlsx = (cell: Cell): string | number | Date | null => {
  if (cell === null || typeof cell === 'number') return cell;
  if (typeof cell === 'string') return escapeFormula(cell.replace(invalidXmlCharacters, '')).slice(0, cellMaxLength);
  return 'day' in cell ? new Date(`${cell.day}T00:00:00Z`) : new Date(Date.parse(cell.moment) + tashkentOffset);
};
/** A CSV value; a moment carries the offset `+05:00`. */
const toCsv = (cell: Cell): string | number | null => {
  if (cell === null || typeof cell === 'number') return cell;
  if (typeof cell === 'string') return escapeCsvFormulas(cell);
  return 'day' in cell ? cell.day : `${new Date(Date.parse(cell.moment) + tashkentOffset).toISOString().slice(0, 19)}+05:00`;
};

const formats = { text: undefined, number: undefined, day: 'yyyy-mm-dd', moment: 'yyyy-mm-dd hh:mm' } as const;

async function* mapped<Written>(rows: AsyncIterable<Cell[]>, write: (cell: Cell) => Written): AsyncGenerator<Written[]> {
  for await (const row of rows) yield row.map(write);
}

/** A stream of the file, generated on demand: rows are pulled as the reader consumes them, and not after it disconnects. */
export const spreadsheet = (format: ExportFormat, columns: readonly Column[], rows: AsyncIterable<Cell[]>): Readable => {
  const headers = columns.map(({ header }) => header);
  if (format === 'csv')
    return Readable.fromWeb(writeCsvStream(mapped(rows, toCsv), { headers: headers.map(escapeCsvFormulas), bom: true }) as never);
  const xlsxColumns = columns.map(({ header, width, kind }) => ({
    header: toXlsx(header) as string,
    width,
    ...(formats[kind] ? { numFmt: formats[kind] } : {}),
  }));
  const stream = writeXlsxStream(mapped(rows, toXlsx), { name: 'Arizalar', columns: xlsxColumns, freezePane: { rows: 1 } });
  return Readable.fromWeb(stream as never);
};

/** MIME types by format. */
export const spreadsheetTypes: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};
