import type { ServerMetadata } from 'openid-client';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { discoverProvider } from '../../platform/oidc/discover-provider.ts';
import type { OidcSettings } from '../../platform/oidc/oidc-settings.ts';

/** Time after which the discovery document is loaded again. */
const MAX_AGE_MS = 3_600_000;
/** Pauses after failures: each one is twice as long as the one before. */
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;

interface MetadataDeps {
  settings: Pick<OidcSettings, 'issuer' | 'clientId'>;
  clock: Clock;
  log: Logger;
}

/** Loads the provider's discovery document when it is needed, and keeps it for an hour. While the provider fails, callers do not wait for it. */
export function createProviderMetadata({ settings, clock, log }: MetadataDeps) {
  let known: { server: ServerMetadata; loadedAtMs: number } | undefined;
  let pending: Promise<ServerMetadata> | undefined;
  let failures = 0;
  let retryAtMs = 0;
  const nowMs = () => clock.now().getTime();

  const refresh = async (): Promise<ServerMetadata> => {
    try {
      const server = await discoverProvider(settings);
      known = { server, loadedAtMs: nowMs() };
      failures = 0;
      retryAtMs = 0;
      return server;
    } catch (error) {
      retryAtMs = nowMs() + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
      failures++;
      log.warn({ err: error, issuer: settings.issuer }, 'the company’s provider can’t be reached');
      if (known) return known.server;
      throw new AppError('COMPANY_UNREACHABLE', undefined, { cause: error });
    }
  };

  return {
    /** Returns the discovery document, an old one while the provider fails. COMPANY_UNREACHABLE. */
    load(): Promise<ServerMetadata> {
      if (known && nowMs() - known.loadedAtMs < MAX_AGE_MS) return Promise.resolve(known.server);
      if (nowMs() < retryAtMs) return known ? Promise.resolve(known.server) : Promise.reject(new AppError('COMPANY_UNREACHABLE'));
      pending ??= refresh().finally(() => {
        pending = undefined;
      });
      return pending;
    },
  };
}
