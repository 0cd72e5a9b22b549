import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { countStreamedBytes } from '../../platform/garbage-collection.ts';
import { formatAttachmentHeader } from './send-file.ts';

/** Small enough that rows are collected as young objects, so that memory does not grow with the list. */
const ROWS_PER_PART = 250;
/** Size of the memory that a part needs, in sizes of its text: the message of the database, the text and the bytes of the response. */
const COPIES_OF_PART = 4;

interface CsvFile<Row> {
  name: string;
  head: string;
  /** Reads the list in parts of this many rows. */
  parts: (atOnce: number) => AsyncIterable<Row[]>;
  toLine: (row: Row) => string;
}

async function* formatRows<Row>({ parts, toLine }: Pick<CsvFile<Row>, 'parts' | 'toLine'>): AsyncGenerator<string> {
  for await (const rows of parts(ROWS_PER_PART)) yield rows.map(toLine).join('');
}

interface CsvParts {
  name: string;
  head: string;
  /** Parts of the file, each some lines. */
  parts: AsyncIterable<string>;
}

/** Streams a CSV file of any length. Buffers by bytes, because object mode would buffer sixteen parts for a slow client. */
export const sendCsvParts = (reply: FastifyReply, { name, head, parts }: CsvParts): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', formatAttachmentHeader(name))
    .header('cache-control', 'no-store')
    .send(Readable.from(startWith(head, parts), { objectMode: false }));

async function* startWith(head: string, parts: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  for await (const part of parts) {
    if (part === '') continue;
    yield part;
    countStreamedBytes(part.length * COPIES_OF_PART);
  }
}

/** Streams a list of any length as a CSV file. */
export const sendCsv = <Row>(reply: FastifyReply, { name, head, parts, toLine }: CsvFile<Row>): FastifyReply =>
  sendCsvParts(reply, { name, head, parts: formatRows({ parts, toLine }) });
