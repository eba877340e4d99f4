import { Readable } from 'node:stream';
import { writeCsvStream } from 'hucre/csv';
import { writeXlsxStream } from 'hucre/xlsx';
import type { ExportFormat } from '#contract/review-rules.ts';

/** What stands in a cell: a text, a number, a day (`YYYY-MM-DD`) or a moment (ISO 8601). */
export type Cell = null | string | number | { day: string } | { moment: string };
export interface Column {
  header: string;
  width: number;
  /** Every cell below the header is one, or empty. */
  kind: 'text' | 'number' | 'day' | 'moment';
}

const tashkentOffset = 5 * 60 * 60 * 1000;

/**
 * A text that a program could take for a formula gets an apostrophe in front. Written to be read by programs that cut
 * where we did not: with another separator in mind, a line or a semicolon inside a cell begins a cell of its own.
 */
const neutral = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);
const neutralInside = (text: string): string => neutral(text.replace(/([;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g, "$1'"));

/** The signs XML cannot hold; nobody types them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** A sheet's cell holds no more. */
const cellMaxLength = 32_767;

/** A spreadsheet knows no time zones: a moment is what a clock in Tashkent showed. */
const inSheet = (cell: Cell): string | number | Date | null => {
  if (cell === null || typeof cell === 'number') return cell;
  if (typeof cell === 'string') return neutral(cell.replace(unwritable, '')).slice(0, cellMaxLength);
  return 'day' in cell ? new Date(`${cell.day}T00:00:00Z`) : new Date(Date.parse(cell.moment) + tashkentOffset);
};
const inLine = (cell: Cell): string | number | null => {
  if (cell === null || typeof cell === 'number') return cell;
  if (typeof cell === 'string') return neutralInside(cell);
  return 'day' in cell ? cell.day : `${new Date(Date.parse(cell.moment) + tashkentOffset).toISOString().slice(0, 19)}+05:00`;
};

const formats = { text: undefined, number: undefined, day: 'yyyy-mm-dd', moment: 'yyyy-mm-dd hh:mm' } as const;

async function* mapped<Written>(rows: AsyncIterable<Cell[]>, write: (cell: Cell) => Written): AsyncGenerator<Written[]> {
  for await (const row of rows) yield row.map(write);
}

/** A file of rows that is made while it is sent: rows are asked for as the reader takes them, and no more once it goes away. */
export const spreadsheet = (format: ExportFormat, columns: readonly Column[], rows: AsyncIterable<Cell[]>): Readable => {
  const headers = columns.map(({ header }) => header);
  if (format === 'csv')
    return Readable.fromWeb(writeCsvStream(mapped(rows, inLine), { headers: headers.map(neutralInside), bom: true }) as never);
  const given = columns.map(({ header, width, kind }) => ({
    header: inSheet(header) as string,
    width,
    ...(formats[kind] ? { numFmt: formats[kind] } : {}),
  }));
  const stream = writeXlsxStream(mapped(rows, inSheet), { name: 'Arizalar', columns: given, freezePane: { rows: 1 } });
  return Readable.fromWeb(stream as never);
};

export const spreadsheetTypes: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};
