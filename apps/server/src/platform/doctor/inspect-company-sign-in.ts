import { discoverProvider } from '../oidc/discover-provider.ts';
import type { OidcSettings } from '../oidc/oidc-settings.ts';
import type { ProviderFacts } from './company-sign-in.rules.ts';

/** Loads the provider's discovery document, as a sign-in does. Returns why it cannot be used, or what it states. */
export async function inspectProvider(settings: OidcSettings): Promise<ProviderFacts> {
  try {
    const server = await discoverProvider(settings);
    return {
      lacks: (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).filter((name) => server[name] === undefined),
      hasPkce: server.code_challenge_methods_supported?.includes('S256') ?? true,
    };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
    return { error: `${error instanceof Error ? error.message : String(error)}${cause}` };
  }
}
