import * as oidc from 'openid-client';
import type { OidcSettings } from './oidc-settings.ts';
import { fetchFromProvider, REQUEST_TIMEOUT_S } from './provider-requests.ts';

/** Loads the discovery document of the provider. Throws when it cannot be loaded or states another issuer. */
export async function discoverProvider({ issuer, clientId }: Pick<OidcSettings, 'issuer' | 'clientId'>): Promise<oidc.ServerMetadata> {
  const config = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
    execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
    timeout: REQUEST_TIMEOUT_S,
    [oidc.customFetch]: fetchFromProvider,
  });
  // Without the functions that the library adds to the object.
  return JSON.parse(JSON.stringify(config.serverMetadata())) as oidc.ServerMetadata;
}
