import { AppError } from '../errors.ts';
import { getProgramFile } from '../program-files.ts';
import type { DrawnPage, DrawPageArgs } from './document-tool-types.ts';
import type { ToolLimits } from './limited-spawn.ts';
import { startToolChild, type ToolEnvironment, ToolLimitError } from './tool-child.ts';

/** A PDF that is processed in a separate child. Errors are FILE_BROKEN with a reason for users. */
export interface DocumentSession {
  /** Opens the document and returns its number of pages. Required before `draw`. */
  inspect(source: string): Promise<{ pageCount: number }>;
  /** Writes the copies of a page, counted from 1, into an existing folder. */
  draw(page: number, target: string): Promise<DrawnPage>;
  close(): void;
}

export interface DocumentTools {
  /** Starts a session. When the signal is aborted, the session ends. */
  open(signal: AbortSignal): Promise<DocumentSession>;
}

const ENTRY = getProgramFile('platform/media-tools/document-process');
/** A child of one document draws at most 200 pages. */
const LIMITS: ToolLimits = { memoryBytes: 600e6, fileBytes: 100e6, cpuS: 600, priority: 19, subject: 'document' };
const INSPECT_TIMEOUT_MS = 20_000;
const DRAW_TIMEOUT_MS = 20_000;

const MESSAGES = { memory: 'needs too much memory to process.', time: 'takes too long to process.' };

export function createDocumentTools(home: ToolEnvironment): DocumentTools {
  return {
    async open(signal) {
      const child = await startToolChild(ENTRY, LIMITS, home);
      return {
        inspect: (source) =>
          explainLimits('This document', child.call('inspect', { source }, { silenceTimeoutMs: INSPECT_TIMEOUT_MS, signal })),
        draw(page, target) {
          const args: DrawPageArgs = { page, target };
          return explainLimits(`Page ${page} of this document`, child.call('draw', args, { silenceTimeoutMs: DRAW_TIMEOUT_MS, signal }));
        },
        close: () => child.close(),
      };
    },
  };
}

/** A document that exceeds a limit exceeds it at every attempt. */
async function explainLimits<T>(subject: string, call: Promise<unknown>): Promise<T> {
  try {
    return (await call) as T;
  } catch (error) {
    if (error instanceof ToolLimitError) throw new AppError('FILE_BROKEN', `${subject} ${MESSAGES[error.limit]}`, { cause: error });
    throw error;
  }
}
