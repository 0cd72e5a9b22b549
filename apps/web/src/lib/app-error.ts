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

/** What a larger plan, or a renewed one, would have allowed. */
const PLAN_LIMIT_CODES: ReadonlySet<string> = new Set([
  'ALBUM_LIMIT',
  'PLAYLIST_LIMIT',
  'SHARING_LIMIT',
  'DEVICE_LIMIT',
  'PLAN_ENDED',
  'QUOTA_EXCEEDED',
] satisfies ErrorCode[]);

export const isPlanLimitError = (code: string | undefined): boolean => code !== undefined && PLAN_LIMIT_CODES.has(code);

/** A no that stays one, such as of what is gone, no longer shared or no longer for sale; not a server that fails or is asked too often. */
const isRefusal = (error: Error | null) =>
  error instanceof AppError && error.status >= 400 && error.status < 500 && error.code !== 'TOO_MANY_REQUESTS';

/** Why the one thing a query asks for cannot be shown: it could not be loaded, or is refused since. Another failed refetch takes nothing away. */
export const getLoadFailure = ({ error, isLoadingError }: { error: Error | null; isLoadingError: boolean }): Error | null =>
  isLoadingError || isRefusal(error) ? error : null;
