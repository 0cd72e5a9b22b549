import { createHash } from 'node:crypto';
import { SOURCE_DOCUMENT_MAX_BYTES, type SourceDocument } from '@vitrine/contract/sources';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { createFairQueue, type QueueOwner } from '../fair-queue.ts';
import { createChildPool } from '../media-tools/child-pool.ts';
import type { ToolPaths } from '../media-tools/sandbox-folder.ts';
import { startToolChild, type ToolEnvironment } from '../media-tools/tool-child.ts';
import { getProgramFile } from '../program-files.ts';
import { type CapContent, capContent, type readCapArgs } from './cap-source.ts';
import { SOURCE_KINDS } from './source-kinds.ts';

/** Arguments of the child that parses. */
export interface ParseArgs extends ToolPaths {
  kind: SourceDocument['kind'];
  settings: unknown;
  /** Base64. */
  body: string;
  contentType: string;
  now: number;
}

export interface ParseRequest {
  kind: SourceDocument['kind'];
  settings: unknown;
  /** Empty for a table that was typed. */
  body: Buffer;
  contentType: string;
  /** Epoch milliseconds. */
  now: number;
}

export interface ParsedSource {
  document: SourceDocument;
  /** The document as it is stored and sent. */
  json: string;
  /** Digest of the JSON, in hexadecimal. */
  sha256: string;
}

export interface SourceParser {
  /** Throws SOURCE_INVALID when the data can't be read, and ToolError when the child crashed or exceeded its limits. */
  parse(request: ParseRequest, owner: QueueOwner): Promise<ParsedSource>;
  /** Reads a CAP alert or a feed of alerts, and verifies the signature of the alert. Throws CAP_INVALID, CAP_SIGNATURE_INVALID and ToolError. */
  readCap(request: CapRequest, owner: QueueOwner): Promise<CapContent>;
  close(): void;
}

export interface CapRequest extends Omit<z.infer<typeof readCapArgs>, 'body'> {
  body: Buffer;
}

const ENTRY = getProgramFile('platform/sources/source-process');
/** The child writes no files. */
const LIMITS = { memoryBytes: 300e6, fileBytes: 512, priority: 5 };
/** Processor time of one call; time in which the child waits for a processor does not count. */
const TIME_LIMIT_MS = 10_000;
const IDLE_MS = 20_000;
const MAX_WAITING = { maxWaitingPerOwner: 50, maxWaiting: 2000 };

interface SourceParserOptions {
  timeLimitMs?: number;
  /** The child ends when it is unused for this long, in milliseconds. */
  idleMs?: number;
}

/** Parses the data of sources in one sandboxed child without network, one at a time; accounts take turns. */
export function createSourceParser(
  home: ToolEnvironment,
  { timeLimitMs = TIME_LIMIT_MS, idleMs = IDLE_MS }: SourceParserOptions = {},
): SourceParser {
  const pool = createChildPool({ children: 1, idleMs, start: () => startToolChild(ENTRY, LIMITS, home) });
  const queue = createFairQueue({ concurrency: 1, ...MAX_WAITING });
  const call = async (name: string, args: object, owner: QueueOwner): Promise<unknown> => {
    const leave = await queue.acquire(owner);
    const { started, giveBack } = pool.acquire();
    try {
      return await (await started).call(name, args, { silenceTimeoutMs: timeLimitMs });
    } finally {
      giveBack();
      leave();
    }
  };
  return {
    async parse({ body, ...request }, owner) {
      const kind = SOURCE_KINDS[request.kind];
      if (body.length > kind.maxBytes) throw new AppError('SOURCE_INVALID', 'The data at this address is too large.');
      const args: Omit<ParseArgs, keyof ToolPaths> = { ...request, body: body.toString('base64') };
      return toParsedSource(kind.validateDocument(await call('parse', args, owner)));
    },
    readCap: async ({ body, ...request }, owner) =>
      capContent.parse(await call('readCap', { ...request, body: body.toString('base64') }, owner)),
    close: pool.close,
  };
}

function toParsedSource(document: SourceDocument): ParsedSource {
  const json = JSON.stringify(document);
  if (Buffer.byteLength(json) > SOURCE_DOCUMENT_MAX_BYTES) throw new Error('a source document is too large');
  return { document, json, sha256: createHash('sha256').update(json).digest('hex') };
}
