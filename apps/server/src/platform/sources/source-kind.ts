import { SOURCE_DOCUMENT_MAX_BYTES, type SourceDocument } from '@vitrine/contract/sources';
import type { z } from 'zod';
import { AppError } from '../errors.ts';

/** A request for the data of a source, sent by the request guard. */
export interface SourceRequest {
  address: string;
  accept: string;
  /** Largest body. */
  maxBytes: number;
}

export interface SourceInput<Settings> {
  settings: Settings;
  body: Buffer;
  /** Content-Type header of the response. */
  contentType: string;
  /** Epoch milliseconds. */
  now: number;
}

/** The four functions of one kind of source. A new kind is one file with them, and an entry in source-kinds.ts. */
interface KindDefinition<Settings, Parsed, Document extends SourceDocument> {
  settings: z.ZodType<Settings>;
  document: z.ZodType<Document>;
  maxBytes: number;
  /** Returns the request for the data, or null when the settings contain the data. `address` is the one that the owner entered. */
  fetch(settings: Settings, address: string | null): Omit<SourceRequest, 'maxBytes'> | null;
  /** Reads untrusted data. Runs in a sandboxed process only, and loads its libraries there. */
  parse(input: SourceInput<Settings>): Promise<Parsed>;
  /** Returns the document of the parsed data; A `share` below 1 limits the document to that part of the entries, because the whole one is too large. */
  present(parsed: Parsed, input: SourceInput<Settings>, share: number): Document;
}

export interface SourceKind {
  /** Returns the settings of a source. Throws ZodError. */
  validate(settings: unknown): unknown;
  /** Throws ZodError for settings of another kind. */
  fetch(settings: unknown, address: string | null): SourceRequest | null;
  /** Parses fetched data into a document of at most 64 kB. Throws SOURCE_INVALID. */
  createDocument(input: SourceInput<unknown>): Promise<SourceDocument>;
  /** Validates a document that a sandboxed process returned. Throws ZodError. */
  validateDocument(document: unknown): SourceDocument;
  maxBytes: number;
}

const SMALLEST_SHARE = 1 / 64;

export function defineSourceKind<Settings, Parsed, Document extends SourceDocument>(
  kind: KindDefinition<Settings, Parsed, Document>,
): SourceKind {
  const { maxBytes } = kind;
  return {
    maxBytes,
    validate: (settings) => kind.settings.parse(settings),
    fetch: (settings, address) => {
      const request = kind.fetch(kind.settings.parse(settings), address);
      return request && { ...request, maxBytes };
    },
    validateDocument: (document) => kind.document.parse(document),
    createDocument: async (raw) => {
      if (raw.body.length > maxBytes) throw new AppError('SOURCE_INVALID', 'The data at this address is too large.');
      const input = { ...raw, settings: kind.settings.parse(raw.settings) };
      const parsed = await kind.parse(input);
      for (let share = 1; share >= SMALLEST_SHARE; share /= 2) {
        const document = kind.present(parsed, input, share);
        if (Buffer.byteLength(JSON.stringify(document)) <= SOURCE_DOCUMENT_MAX_BYTES) return document;
      }
      throw new Error('a document with few entries is still too large');
    },
  };
}

/** Returns the first part of a list. */
export const takeShare = <T>(entries: readonly T[], share: number): T[] => entries.slice(0, Math.ceil(entries.length * share));

/** Returns a text on one line, without control characters, of at most `max` characters. */
export function shorten(text: string, max: number): string {
  const line = text
    .slice(0, max * 4)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length <= max
    ? line
    : `${line
        .slice(0, max - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

/** Decodes text as its byte order mark or its type says, otherwise as UTF-8, or as Windows-1252 when it is not valid UTF-8. */
export function decodeText(body: Buffer, contentType: string): string {
  const marked = body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : body[0] === 0xfe && body[1] === 0xff ? 'utf-16be' : undefined;
  const declared = /charset="?([\w.:-]+)/i.exec(contentType)?.[1];
  for (const encoding of [marked, 'utf-8', declared, 'windows-1252']) {
    const text = encoding && tryDecode(body, encoding);
    if (text !== undefined && text !== '') return text;
  }
  return '';
}

/** Returns undefined when the bytes are not valid in the encoding, or the encoding is unknown. */
function tryDecode(body: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(body);
  } catch (cause) {
    if (cause instanceof TypeError || cause instanceof RangeError) return undefined;
    throw cause;
  }
}
