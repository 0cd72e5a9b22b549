import type { ErrorCode } from '@vitrine/contract';
import { AppError } from '../errors.ts';

/** A refusal with a code of the protocol (RFC 959, 4.2). */
export class FtpError extends Error {
  readonly code: number;

  constructor(code: number, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'FtpError';
    this.code = code;
  }
}

export interface Reply {
  code: number;
  text: string;
}

const NOT_AVAILABLE = 550;
const REPLY_CODE_BY_ERROR: Partial<Record<ErrorCode, number>> = {
  UNAUTHENTICATED: 530,
  TOO_MANY_REQUESTS: 421,
  BODY_INVALID: 426,
  DISK_FULL: 452,
  QUOTA_EXCEEDED: 552,
  ALBUM_FULL: 552,
  PLAN_ENDED: 552,
  FILE_TOO_LARGE: 552,
  INVALID: 553,
};

/** The reply for an expected error; undefined for a bug, whose message must not reach the client. */
export function toReply(error: unknown): Reply | undefined {
  if (error instanceof FtpError) return { code: error.code, text: error.message };
  if (error instanceof AppError && error.code !== 'INTERNAL')
    return { code: REPLY_CODE_BY_ERROR[error.code] ?? NOT_AVAILABLE, text: error.message };
  return undefined;
}
