import { ERRORS, type ErrorCode } from '@vitrine/contract';
import type { Access, Endpoint } from '@vitrine/contract/endpoint';

type Limits = { isRateLimited: boolean };

const BY_ACCESS: Record<Access, readonly ErrorCode[]> = {
  public: [],
  session: ['UNAUTHENTICATED', 'SCOPE_REQUIRED', 'TOO_MANY_REQUESTS'],
  bytes: ['UNAUTHENTICATED', 'SCOPE_REQUIRED', 'TOO_MANY_REQUESTS'],
  // Hides the endpoint from people without the capability.
  console: ['UNAUTHENTICATED', 'NOT_FOUND', 'SCOPE_REQUIRED', 'SECOND_FACTOR_NEEDED', 'TOO_MANY_REQUESTS'],
  screen: ['SCREEN_UNKNOWN', 'TOO_MANY_REQUESTS'],
};

/** Returns the codes that follow from how an endpoint is registered: from the access gate, the body parser, validation and limits. */
export function listGeneralErrors({ access, method, beforeConsent, stepUp }: Endpoint, { isRateLimited }: Limits): ErrorCode[] {
  const needsConsent = access !== 'public' && access !== 'screen' && beforeConsent !== true;
  return [
    ...BY_ACCESS[access],
    ...(needsConsent ? (['PRIVACY_REQUIRED'] as const) : []),
    ...(stepUp === true ? (['STEP_UP_REQUIRED'] as const) : []),
    ...(isRateLimited ? (['TOO_MANY_REQUESTS'] as const) : []),
    ...(method === 'GET' || method === 'HEAD' ? [] : (['BODY_INVALID', 'BODY_TOO_LARGE'] as const)),
    'INVALID',
    'INTERNAL',
    'UNAVAILABLE',
  ];
}

/** Returns every code that an endpoint can answer with: those it declares, NOT_FOUND for an id in the path that is not a UUID, and the general ones. */
export const listErrors = (endpoint: Endpoint, limits: Limits): ErrorCode[] => [
  ...new Set([
    ...endpoint.errors,
    ...(endpoint.path.includes(':') ? (['NOT_FOUND'] as const) : []),
    ...listGeneralErrors(endpoint, limits),
  ]),
];

/** Returns the statuses of a code. The body parser answers 415 for a content type that it does not know. */
export const statusesOf = (code: ErrorCode): number[] => (code === 'BODY_INVALID' ? [400, 415] : [ERRORS[code].status]);
