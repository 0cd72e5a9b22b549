import type { ErrorCode } from '@vitrine/contract';
import { AppError } from '../errors.ts';
import type { ToolRequest, ToolResponse } from './tool-protocol.ts';

export type ToolFunction = (args: never, report: (percent: number) => void) => Promise<unknown>;

/** The user without rights to become, where we are started as root: only now, for what we are made of may be readable by root alone. */
function dropPrivileges(): void {
  const user = Number(process.argv[2] ?? 0);
  if (user === 0) return;
  process.setgroups?.([]);
  process.setgid?.(user);
  process.setuid?.(user);
}

/** The child's side of the channel: answers requests until the parent ends in any way. */
export function serveTool(verbs: Record<string, ToolFunction>): void {
  dropPrivileges();
  process.on('disconnect', () => process.exit(0));
  process.on('message', (request: ToolRequest) => {
    void handleRequest(request, verbs[request.functionName]);
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
