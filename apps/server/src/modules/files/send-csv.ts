import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { formatAttachmentHeader } from './send-file.ts';

/** Small enough that rows are collected as young objects, so that memory does not grow with the list. */
const ROWS_PER_PART = 250;

interface CsvFile<Row> {
  name: string;
  head: string;
  /** Reads the list in parts of this many rows. */
  parts: (atOnce: number) => AsyncIterable<Row[]>;
  toLine: (row: Row) => string;
}

async function* csvLines<Row>({ head, parts, toLine }: Omit<CsvFile<Row>, 'name'>): AsyncGenerator<string> {
  yield head;
  for await (const rows of parts(ROWS_PER_PART)) yield rows.map(toLine).join('');
}

/** Streams a list of any length as a CSV file. Buffers by bytes, because object mode would buffer sixteen parts for a slow client. */
export const sendCsv = <Row>(reply: FastifyReply, { name, ...file }: CsvFile<Row>): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', formatAttachmentHeader(name))
    .header('cache-control', 'no-store')
    .send(Readable.from(csvLines(file), { objectMode: false }));
