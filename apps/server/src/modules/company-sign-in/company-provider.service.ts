import * as oidc from 'openid-client';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import { createConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';
import { AppError } from '../../platform/errors.ts';
import type { OidcSettings } from '../../platform/oidc/oidc-settings.ts';
import { fetchFromProvider, REQUEST_TIMEOUT_S } from '../../platform/oidc/provider-requests.ts';
import { type CompanyPerson, lacksClaims, mergeClaims, readPerson } from './company-claims.rules.ts';
import { createProviderMetadata } from './provider-metadata.service.ts';

/** Secrets of an unfinished sign-in. Only its browser has them. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

export interface ProviderDeps {
  settings: OidcSettings;
  publicUrl: string;
  clock: Clock;
  log: Logger;
}

/** Difference between the provider's clock and ours that is tolerated, in seconds. */
const CLOCK_TOLERANCE_S = 30;
/** Sign-ins that may wait for the provider at a time, and those that may queue. A slow provider then occupies no more of this process. */
const MAX_RUNNING = 20;
const MAX_WAITING = 100;

/** The company's OpenID Connect provider: authorization code flow with PKCE, state and nonce. */
export function createCompanyProvider({ settings, publicUrl, clock, log }: ProviderDeps) {
  const limitConcurrency = createConcurrencyLimiter({ lanes: MAX_RUNNING, waiting: MAX_WAITING });
  const redirectUri = `${publicUrl}/sign-in/company`;
  const isInsecure = settings.issuer.startsWith('http:');
  const metadata = createProviderMetadata({ settings, clock, log });

  /** A new configuration has no cached keys, so that each sign-in is verified with the provider's present keys. */
  const configure = async (): Promise<oidc.Configuration> => {
    const server = await metadata.load();
    const config = new oidc.Configuration(
      server,
      settings.clientId,
      { [oidc.clockTolerance]: CLOCK_TOLERANCE_S },
      chooseAuthentication(server, settings.clientSecret),
    );
    config[oidc.customFetch] = fetchFromProvider;
    config.timeout = REQUEST_TIMEOUT_S;
    if (isInsecure) oidc.allowInsecureRequests(config);
    // The library verifies the signature of an ID token from the token endpoint only on request.
    oidc.enableNonRepudiationChecks(config);
    return config;
  };

  const exchange = async ({ state, nonce, verifier }: SignInSecrets, answer: string): Promise<CompanyPerson> => {
    const config = await configure();
    const url = new URL(redirectUri);
    url.search = answer;
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const tokens = await oidc.authorizationCodeGrant(config, url, checks);
    const claims = tokens.claims();
    if (!claims) throw new AppError('COMPANY_SIGN_IN_INVALID');
    const { membership } = settings;
    const needsUserInfo = config.serverMetadata().userinfo_endpoint !== undefined && lacksClaims(claims, membership);
    if (!needsUserInfo) return readPerson(claims, membership);
    const userInfo = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
    return readPerson({ ...mergeClaims(claims, userInfo), iss: claims.iss, sub: claims.sub }, membership);
  };

  const begin = async (): Promise<{ url: string; secrets: SignInSecrets }> => {
    const config = await configure();
    const secrets = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: settings.scopes.join(' '),
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
    });
    // The web app opens this address, so it must not be one that runs a script.
    if (url.protocol !== 'https:' && !(isInsecure && url.protocol === 'http:')) throw new Error(`${url.protocol} is no page of a provider`);
    return { url: url.href, secrets };
  };

  /** Replaces the errors of the library and logs their reason. */
  const withRefusals = async <T>(work: () => Promise<T>, refuse: (error: unknown) => AppError): Promise<T> => {
    try {
      return await limitConcurrency(work);
    } catch (error) {
      if (error instanceof AppError) throw error;
      const refusal = refuse(error);
      if (refusal.code !== 'COMPANY_SIGN_IN_DENIED') log.warn({ reason: describe(error) }, 'a sign-in with the company’s provider failed');
      throw refusal;
    }
  };

  return {
    /** Returns the address of the provider's page, and the secrets with which its answer is verified. COMPANY_UNREACHABLE. */
    start: (): Promise<{ url: string; secrets: SignInSecrets }> => withRefusals(begin, () => new AppError('COMPANY_UNREACHABLE')),

    /**
     * Exchanges the provider's answer, a query string, for the person. COMPANY_SIGN_IN_EXPIRED, COMPANY_SIGN_IN_DENIED, COMPANY_SIGN_IN_INVALID,
     * COMPANY_UNREACHABLE.
     */
    async identify(secrets: SignInSecrets, answer: string): Promise<CompanyPerson> {
      // Check before sending a request, so that an answer for another browser costs nothing.
      if (new URLSearchParams(answer).get('state') !== secrets.state) throw new AppError('COMPANY_SIGN_IN_EXPIRED');
      return withRefusals(() => exchange(secrets, answer), toRefusal);
    },
  };
}

export type CompanyProvider = ReturnType<typeof createCompanyProvider>;

/** Chooses how the client proves itself. Providers that state nothing support HTTP Basic (OpenID Connect Discovery 1.0, section 3). */
function chooseAuthentication(
  { token_endpoint_auth_methods_supported: methods }: oidc.ServerMetadata,
  secret: string | undefined,
): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const canUseBasic = methods === undefined || methods.includes('client_secret_basic');
  return canUseBasic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
}

const UNAVAILABLE_ERRORS = ['server_error', 'temporarily_unavailable'];
const TIMEOUT_CODES = ['OAUTH_TIMEOUT', 'OAUTH_ABORT'];
const SERVER_ERROR = 500;

/** Returns whether the provider could not answer, as opposed to answering wrongly. */
function isUnreachable(error: unknown): boolean {
  // `fetch` throws it when no connection could be made.
  if (error instanceof TypeError) return true;
  if (error instanceof oidc.ResponseBodyError) return error.status >= SERVER_ERROR;
  if (!(error instanceof oidc.ClientError)) return false;
  return TIMEOUT_CODES.includes(error.code ?? '') || (error.cause instanceof Response && error.cause.status >= SERVER_ERROR);
}

function toRefusal(error: unknown): AppError {
  if (error instanceof oidc.AuthorizationResponseError) {
    if (error.error === 'access_denied') return new AppError('COMPANY_SIGN_IN_DENIED');
    return new AppError(UNAVAILABLE_ERRORS.includes(error.error) ? 'COMPANY_UNREACHABLE' : 'COMPANY_SIGN_IN_INVALID');
  }
  // The code is unknown or was used before.
  if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return new AppError('COMPANY_SIGN_IN_EXPIRED');
  return new AppError(isUnreachable(error) ? 'COMPANY_UNREACHABLE' : 'COMPANY_SIGN_IN_INVALID');
}

/** Describes a failure for the log, without tokens and claims. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}
