import type { ErrorCode } from '@vitrine/contract';
import type { FastifyRequest } from 'fastify';
import type { SecurityLog } from '../platform/security-log.ts';

/** Refusals of a password, a code, a passkey or an identity of the company's provider. */
const PROOF_CODES: ReadonlySet<ErrorCode> = new Set([
  'NO_USER_EXISTS',
  'INCORRECT_PASSWORD',
  'ACCOUNT_NOT_VERIFY',
  'USER_DISABLED',
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_INVALID',
  'PASSKEY_INVALID',
  'SEAL_EXPIRED',
  'COMPANY_SIGN_IN_EXPIRED',
  'COMPANY_SIGN_IN_DENIED',
  'COMPANY_SIGN_IN_INVALID',
  'COMPANY_EMAIL_UNVERIFIED',
]);

const ACCESS_CODES: ReadonlySet<ErrorCode> = new Set([
  'UNAUTHENTICATED',
  'ACCESS_DENIED',
  'SCOPE_REQUIRED',
  'SECOND_FACTOR_NEEDED',
  'STEP_UP_REQUIRED',
  'CONSENT_REQUIRED',
  'LINK_LOCKED',
  'LINK_VIEW_ONLY',
  'SCREEN_UNKNOWN',
  'NOT_FOUND',
]);

/** Returns the text of the security log for an error; undefined for errors that refuse nothing. */
function describeRefusal(code: ErrorCode, isSignedIn: boolean) {
  if (code === 'TOO_MANY_REQUESTS') return 'too many attempts';
  if (PROOF_CODES.has(code)) return isSignedIn ? 'proof refused' : 'sign-in refused';
  // An object of another account is not distinguished from a missing one. Visitors without an account find only what is public.
  if (code === 'NOT_FOUND' && !isSignedIn) return undefined;
  return ACCESS_CODES.has(code) ? 'access refused' : undefined;
}

/** Records that a request was refused. The route is the declared one, because addresses may contain tokens. */
export function recordRefusal(securityLog: SecurityLog, request: FastifyRequest, code: ErrorCode): void {
  // Undefined for requests that were refused before the access gate.
  const actor = request.actor as FastifyRequest['actor'] | undefined;
  const message = describeRefusal(code, actor?.kind === 'person');
  if (!message) return;
  const { email } = (request.body ?? {}) as { email?: unknown };
  securityLog.recordRefusal(message, {
    code,
    account: actor?.kind === 'person' ? actor.userId : undefined,
    ...(typeof email === 'string' && { email }),
    address: request.ip,
    route: `${request.method} ${request.routeOptions.url ?? ''}`,
    requestId: request.id,
  });
}
