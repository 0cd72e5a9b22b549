import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT_ID = 'vitrine';
export const CLIENT_SECRET = 'secretOfTheClient';

const LIFETIME_S = 300;
const OK = 200;

interface Authorization {
  nonce: string;
  challenge: string;
  redirectUri: string;
}

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: object | string;
}

const createKey = () => ({ kid: randomUUID(), ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) });
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A small OpenID Connect provider that misbehaves on request. Its users need no page: `authorize` returns the answer of a person who signed in. */
export class TestProvider {
  issuer = '';
  /** Claims of the person who signs in. */
  claims: Record<string, unknown> = {};
  /** Claims that replace correct ones in ID tokens: `iss`, `aud`, `nonce`, `exp`. */
  wrongClaims: Record<string, unknown> = {};
  /** Claims that are only in the userinfo response. */
  userInfo: Record<string, unknown> = {};
  /** Answers a path instead of the provider. */
  overrides: Record<string, () => Answer | Promise<Answer>> = {};
  /** Paths of all requests. */
  readonly requests: string[] = [];
  /** Access tokens and ID tokens of all sign-ins. */
  readonly issuedTokens: string[] = [];
  allowsCodesTwice = false;
  signsWithUnknownKey = false;
  #key = createKey();
  readonly #codes = new Map<string, Authorization>();
  #server: http.Server | undefined;

  async start(port = 0): Promise<this> {
    const server = http.createServer((request, response) => void this.#respond(request, response));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  rotateKey(): void {
    this.#key = createKey();
  }

  /** Signs the person in on the provider's page. Returns the query string of the address to which the browser is sent back. */
  authorize(address: string): string {
    const { searchParams } = new URL(address);
    const get = (name: string) => searchParams.get(name) ?? '';
    const code = randomUUID();
    this.#codes.set(code, { nonce: get('nonce'), challenge: get('code_challenge'), redirectUri: get('redirect_uri') });
    return new URLSearchParams({ code, state: get('state'), iss: this.issuer }).toString();
  }

  async #respond(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '', this.issuer).pathname;
    this.requests.push(path);
    let body = '';
    for await (const part of request) body += String(part);
    const answer = await (this.overrides[path] ?? (() => this.#answer(path, new URLSearchParams(body), request.headers.authorization)))();
    response.writeHead(answer.status ?? OK, { 'content-type': 'application/json', ...answer.headers });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  }

  #answer(path: string, body: URLSearchParams, authorization: string | undefined): Answer {
    if (path === '/.well-known/openid-configuration') return { body: this.metadata() };
    if (path === '/keys')
      return { body: { keys: [{ ...this.#key.publicKey.export({ format: 'jwk' }), kid: this.#key.kid, use: 'sig', alg: 'ES256' }] } };
    if (path === '/userinfo') return { body: { sub: this.claims['sub'], ...this.userInfo } };
    if (path === '/token') return this.#exchange(body, authorization);
    return { status: 404, body: {} };
  }

  metadata(): Record<string, unknown> {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  #exchange(body: URLSearchParams, authorization: string | undefined): Answer {
    const expected = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`;
    if (authorization !== expected) return { status: 401, headers: { 'www-authenticate': 'Basic' }, body: { error: 'invalid_client' } };
    const code = body.get('code') ?? '';
    const given = this.#codes.get(code);
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (!given || given.challenge !== challenge || given.redirectUri !== body.get('redirect_uri'))
      return { status: 400, body: { error: 'invalid_grant' } };
    if (!this.allowsCodesTwice) this.#codes.delete(code);
    const tokens = { access_token: randomUUID(), id_token: this.#createIdToken(given.nonce) };
    this.issuedTokens.push(tokens.access_token, tokens.id_token);
    return { body: { ...tokens, token_type: 'Bearer', expires_in: LIFETIME_S } };
  }

  #createIdToken(nonce: string): string {
    const nowS = Math.floor(Date.now() / 1000);
    const key = this.signsWithUnknownKey ? { ...createKey(), kid: this.#key.kid } : this.#key;
    const claims = { iss: this.issuer, aud: CLIENT_ID, iat: nowS, exp: nowS + LIFETIME_S, nonce, ...this.claims, ...this.wrongClaims };
    const content = `${encode({ alg: 'ES256', typ: 'JWT', kid: key.kid })}.${encode(claims)}`;
    const signature = sign('sha256', Buffer.from(content), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
    return `${content}.${signature.toString('base64url')}`;
  }
}
