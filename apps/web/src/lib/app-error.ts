import type { Failure } from '@vitrine/contract/envelope';
import type { ErrorCode } from '@vitrine/contract/errors';
import { MESSAGES } from '@vitrine/contract/messages';

/** `NETWORK` is ours alone: no answer came at all. */
export type AppErrorCode = ErrorCode | 'NETWORK';

/** A refusal in words that can be shown as they are. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  readonly status: number;
  readonly issues: NonNullable<Failure['issues']>;

  constructor(code: AppErrorCode, message: string, status = 0, issues: NonNullable<Failure['issues']> = []) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.issues = issues;
  }
}

export function getErrorMessage(error: unknown): string {
  return error instanceof AppError ? error.message : MESSAGES.somethingWrong;
}
