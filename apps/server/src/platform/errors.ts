import type { Failure } from '@vitrine/contract';
import { ERRORS, type ErrorCode } from '@vitrine/contract/errors';

/** A refusal we expect. Anything else that is thrown is a bug and answers 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** Fields of the error, for forms that show it next to them. */
  readonly issues: Failure['issues'];
  /** Why the session of the request ended. */
  readonly sessionEnd: Failure['sessionEnd'];

  constructor(
    code: ErrorCode,
    message?: string,
    { issues, sessionEnd, ...options }: { cause?: unknown; issues?: Failure['issues']; sessionEnd?: Failure['sessionEnd'] } = {},
  ) {
    super(message ?? ERRORS[code].message, options);
    this.name = 'AppError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.issues = issues;
    this.sessionEnd = sessionEnd;
  }
}
