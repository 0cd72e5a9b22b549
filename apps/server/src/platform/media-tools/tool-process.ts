import type { ErrorCode } from '@vitrine/contract';
import { AppError } from '../errors.ts';
import { canOthersReadProgram } from '../program-files.ts';
import type { ToolRequest, ToolResponse } from './tool-protocol.ts';

export type ToolFunction = (args: never, report: (percent: number) => void) => Promise<unknown>;

interface ServeOptions {
  /** Loads the modules that the functions import on demand. */
  preload?: () => Promise<unknown>;
}

/** Continues as the unprivileged user that the parent names when it runs as root. */
function dropPrivileges(user: number): void {
  process.setgroups?.([]);
  process.setgid?.(user);
  process.setuid?.(user);
}

/** Drops privileges once everything is loaded that only root can read. Otherwise modules are loaded on demand, because some need much time and memory. */
async function prepare({ preload }: ServeOptions): Promise<void> {
  const user = Number(process.argv[2] ?? 0);
  if (user === 0) return;
  if (!canOthersReadProgram()) await preload?.();
  dropPrivileges(user);
}

/** The child's side of the channel: answers requests until the parent ends in any way. */
export function serveTool(verbs: Record<string, ToolFunction>, options: ServeOptions = {}): void {
  const prepared = prepare(options);
  process.on('disconnect', () => process.exit(0));
  process.on('message', (request: ToolRequest) => {
    void prepared.then(() => handleRequest(request, verbs[request.functionName]));
  });
}

async function handleRequest({ id, functionName, args }: ToolRequest, run: ToolFunction | undefined): Promise<void> {
  const send = (message: ToolResponse) => void process.send?.(message);
  try {
    if (!run) throw new Error(`This tool has no verb ${functionName}`);
    const result = await run(args as never, (percent) => send({ id, type: 'progress', percent }));
    send({ id, type: 'result', result });
  } catch (error) {
    send({ id, ...toErrorResponse(error) });
  }
}

type ErrorResponse = { type: 'refused'; code: ErrorCode; message: string } | { type: 'failed'; message: string };

function toErrorResponse(error: unknown): ErrorResponse {
  if (error instanceof AppError) return { type: 'refused', code: error.code, message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  // Codecs report a full disk only in the text of an error.
  if (/no space left|ENOSPC/i.test(message)) return toErrorResponse(new AppError('DISK_FULL'));
  return { type: 'failed', message };
}
