import type { Failure } from '@vitrine/contract/envelope';
import type { ErrorCode } from '@vitrine/contract/errors';
import { MESSAGES } from '@vitrine/contract/messages';

/** `NETWORK` is ours alone: no answer came at all. */
export type AppErrorCode = ErrorCode | 'NETWORK';

/** A refusal with a message that can be shown. */
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

/** A failure with a message that can be shown although no server gave it. */
export class UserFacingError extends Error {
  override readonly name: string = 'UserFacingError';
}

export function getErrorMessage(error: unknown): string {
  return error instanceof AppError || error instanceof UserFacingError ? error.message : MESSAGES.somethingWrong;
}

/** Errors that a larger or renewed plan would avoid. */
const PLAN_LIMIT_CODES: ReadonlySet<string> = new Set([
  'ALBUM_LIMIT',
  'PLAYLIST_LIMIT',
  'SHARING_LIMIT',
  'DEVICE_LIMIT',
  'PLAN_ENDED',
  'QUOTA_EXCEEDED',
] satisfies ErrorCode[]);

export const isPlanLimitError = (code: string | undefined): boolean => code !== undefined && PLAN_LIMIT_CODES.has(code);

/** Permanent refusals, such as for deleted, unshared or unsold objects; not server failures or rate limits. */
const isRefusal = (error: Error | null) =>
  error instanceof AppError && error.status >= 400 && error.status < 500 && error.code !== 'TOO_MANY_REQUESTS';

/** Returns why the only object of a page cannot be shown: loading failed, or access was revoked. A failed refetch keeps the data. */
export const getLoadFailure = ({ error, isLoadingError }: { error: Error | null; isLoadingError: boolean }): Error | null =>
  isLoadingError || isRefusal(error) ? error : null;
