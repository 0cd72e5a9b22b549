import { email as emailAddress, LIMITS, userName } from '@vitrine/contract';
import type { OidcMembership } from '../../platform/oidc/oidc-settings.ts';

/** Claims of an ID token or of the provider's response about a person. */
export type Claims = Readonly<Record<string, unknown>>;

/** A person as the company's provider has identified them. */
export interface CompanyPerson {
  /** As the settings have it, so that a slash at the end makes no difference. */
  issuer: string;
  subject: string;
  /** Null when the provider has not verified it. */
  email: string | null;
  /** Acceptable as the name of an account. */
  name: string;
  hasSecondFactor: boolean;
  /** Whether the role claim makes the person a member of the company's family. */
  isListed: boolean;
}

/** Values of `acr` that mean several factors: the usual short name, and that of the OpenID policy extension. */
const MULTI_FACTOR = ['mfa', 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'];
const FALLBACK_NAME = 'New user';

const toTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((entry): entry is string => typeof entry === 'string');

/** Returns whether the provider states that the person gave more than one factor (`amr` of RFC 8176, or `acr`). */
const hasGivenSecondFactor = ({ amr, acr }: Claims): boolean =>
  toTexts(amr).includes('mfa') || toTexts(acr).some((value) => MULTI_FACTOR.includes(value));

/** Only `true` counts: a provider that leaves the claim out, or sends it as text, has not verified the address. */
function readVerifiedEmail({ email, email_verified }: Claims): string | null {
  const parsed = email_verified === true ? emailAddress.safeParse(email) : undefined;
  return parsed?.success ? parsed.data : null;
}

/** Returns the first name that an account may have. */
function readName({ name, preferred_username, email }: Claims): string {
  const candidates = [...toTexts(name), ...toTexts(preferred_username), ...toTexts(email).map((address) => address.split('@', 1)[0] ?? '')];
  for (const candidate of candidates) {
    const parsed = userName.safeParse([...candidate.trim()].slice(0, LIMITS.nameMax).join(''));
    if (parsed.success) return parsed.data;
  }
  return FALLBACK_NAME;
}

/** Adds claims of the userinfo response to those of the ID token. The address and whether it is verified come from the same one. */
export const mergeClaims = (idToken: Claims, userInfo: Claims): Claims => ({
  ...userInfo,
  ...idToken,
  ...(idToken['email_verified'] === undefined && { email: userInfo['email'], email_verified: userInfo['email_verified'] }),
});

/** Returns whether the ID token lacks claims that the userinfo response may have. */
export const lacksClaims = (claims: Claims, membership: OidcMembership | null): boolean =>
  claims['email_verified'] === undefined ||
  claims['email'] === undefined ||
  (membership !== null && claims[membership.claim] === undefined);

export const readPerson = (claims: Claims & { iss: string; sub: string }, membership: OidcMembership | null): CompanyPerson => ({
  issuer: new URL(claims.iss).href,
  subject: claims.sub,
  email: readVerifiedEmail(claims),
  name: readName(claims),
  hasSecondFactor: hasGivenSecondFactor(claims),
  isListed: membership !== null && toTexts(claims[membership.claim]).some((value) => membership.values.includes(value)),
});
