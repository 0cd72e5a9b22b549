import type { ErrorCode } from '@vitrine/contract';

/** Messages between the server and a child that opens untrusted files. */
export interface ToolRequest {
  id: number;
  functionName: string;
  args: unknown;
}

export type ToolResponse =
  | { id: number; type: 'progress'; percent: number }
  | { id: number; type: 'result'; result: unknown }
  /** The file is at fault; `message` is for people. */
  | { id: number; type: 'refused'; code: ErrorCode; message?: string }
  /** The tool failed, or the cause is unknown. */
  | { id: number; type: 'failed'; message: string };
