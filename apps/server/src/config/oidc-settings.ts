import { z } from 'zod';

const emptyToUndefined = (value: unknown) => (value === '' ? undefined : value);
const optionalText = z.preprocess(emptyToUndefined, z.string().optional());

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const MAX_NAME = 40;

const issuerUrl = z.url().refine((text) => {
  const { protocol, hostname, search, hash } = new URL(text);
  return (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))) && search === '' && hash === '';
}, 'Give the https address of the issuer, as the provider states it');

const words = (separator: RegExp) => (text: string) => text.split(separator).filter((word) => word !== '');

/** `OIDC_*` settings as given in the environment. */
export const oidcEnvironment = {
  /** Issuer of the OpenID Connect provider with which people sign in. */
  OIDC_ISSUER: z.preprocess(emptyToUndefined, issuerUrl.optional()),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  /** Name on the button: `Sign in with Example Ltd`. */
  OIDC_NAME: z.preprocess(emptyToUndefined, z.string().trim().max(MAX_NAME).optional()),
  OIDC_SCOPES: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .default('openid email profile')
      .transform(words(/\s+/))
      .refine((scopes) => scopes.includes('openid') && scopes.includes('email'), 'Include the scopes openid and email'),
  ),
  /** Family of which the people are members whose role claim has one of the values. */
  OIDC_ORGANISATION: z.preprocess(emptyToUndefined, z.uuid().optional()),
  OIDC_ROLE_CLAIM: optionalText,
  OIDC_MEMBERS: z.preprocess(
    emptyToUndefined,
    z
      .string()
      .transform(words(/\s*,\s*/))
      .optional(),
  ),
};

const parsed = z.object(oidcEnvironment);
type Values = z.output<typeof parsed>;

/** Null where people sign in without a provider. */
export function toOidcSettings(values: Values) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_ORGANISATION: orgId, OIDC_ROLE_CLAIM: claim, OIDC_MEMBERS: members } = values;
  if (issuer === undefined || clientId === undefined) return null;
  return {
    issuer: new URL(issuer).href,
    clientId,
    clientSecret: values.OIDC_CLIENT_SECRET,
    name: values.OIDC_NAME ?? new URL(issuer).hostname,
    scopes: values.OIDC_SCOPES,
    membership: orgId !== undefined && claim !== undefined && members !== undefined ? { orgId, claim, values: members } : null,
  };
}

const PROVIDER = ['OIDC_ISSUER', 'OIDC_CLIENT_ID'] as const;
const MEMBERSHIP = ['OIDC_ORGANISATION', 'OIDC_ROLE_CLAIM', 'OIDC_MEMBERS'] as const;
const DEPENDENT = ['OIDC_CLIENT_SECRET', 'OIDC_NAME', ...MEMBERSHIP] as const;

/** Refuses incomplete settings, which would silently leave out the provider or the family. */
export function validateOidcSettings(values: Values, refuse: (path: string, message: string) => void): void {
  for (const group of [PROVIDER, MEMBERSHIP]) {
    const missing = group.filter((name) => values[name] === undefined);
    if (missing.length === group.length) continue;
    for (const name of missing) refuse(name, `Set all of ${group.join(', ')}, or none of them`);
  }
  if (values.OIDC_ISSUER !== undefined || values.OIDC_CLIENT_ID !== undefined) return;
  const ignored = DEPENDENT.find((name) => values[name] !== undefined);
  if (ignored !== undefined) refuse('OIDC_ISSUER', `Set ${PROVIDER.join(' and ')}. Without them ${ignored} has no effect`);
}
