import type { OidcSettings } from '../oidc/oidc-settings.ts';
import { createError, createOk, createWarning, type Finding } from './finding.ts';

export type ProviderFacts =
  | { error: string }
  | {
      /** Endpoints that the provider does not state and a sign-in needs. */
      lacks: readonly string[];
      /** False when the provider states that it knows no PKCE with SHA-256. */
      hasPkce: boolean;
    };

export function checkCompanySignIn({ issuer }: Pick<OidcSettings, 'issuer'>, facts: ProviderFacts, publicUrl: string): Finding {
  const check = 'Company sign-in';
  if ('error' in facts)
    return createError(
      check,
      `${issuer} can’t be used: ${facts.error}`,
      'Check OIDC_ISSUER. Its address followed by /.well-known/openid-configuration must open from this machine.',
    );
  if (facts.lacks.length > 0)
    return createError(check, `${issuer} doesn’t state ${facts.lacks.join(', ')}`, 'Set OIDC_ISSUER to an OpenID Connect provider.');
  if (!facts.hasPkce)
    return createWarning(check, `${issuer} doesn’t support PKCE with S256`, 'Update the provider, or turn PKCE on for this client.');
  const message = `${issuer} can be reached. It must know the redirect address ${publicUrl}/sign-in/company`;
  if (publicUrl.startsWith('https:') || new URL(publicUrl).hostname === 'localhost') return createOk(check, message);
  return createWarning(check, message, 'Set PUBLIC_URL to an address with https. Most providers accept no other redirect address.');
}
