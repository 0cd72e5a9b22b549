import { randomUUID } from 'node:crypto';
import type { CompanySignInStep } from '@vitrine/contract';
import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './test-app.ts';
import type { TestProvider } from './test-provider.ts';

/** Claims of a new person of the company with a verified address. */
export const createClaims = (claims: Record<string, unknown> = {}): Record<string, unknown> => ({
  sub: randomUUID(),
  email: `${randomUUID()}@company.example`,
  email_verified: true,
  name: 'Ana Lima',
  ...claims,
});

export const codeOf = (response: LightMyRequestResponse): string | undefined => response.json<{ code?: string }>().code;
export const stepOf = (response: LightMyRequestResponse): CompanySignInStep => response.json<{ result: CompanySignInStep }>().result;
export const tokenOf = (response: LightMyRequestResponse): string => response.json<{ token: string }>().token;

/** A browser with cookies that signs in with the company's provider. */
export class CompanyBrowser {
  readonly cookies = new Map<string, string>();
  readonly #test: TestApp;
  readonly #provider: TestProvider;

  constructor(test: TestApp, provider: TestProvider) {
    this.#test = test;
    this.#provider = provider;
  }

  async post(url: string, payload: object = {}): Promise<LightMyRequestResponse> {
    const response = await this.#test.app.inject({
      method: 'POST',
      url: `/api${url}`,
      payload,
      cookies: Object.fromEntries(this.cookies),
    });
    for (const { name, value, path } of response.cookies) {
      if (!path?.startsWith('/api/users')) continue;
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  start(): Promise<LightMyRequestResponse> {
    return this.post('/users/login/company/start');
  }

  /** Starts a sign-in and signs in on the provider's page. Returns the query string with which the provider sends the browser back. */
  async authorize(): Promise<string> {
    const started = (await this.start()).json<{ result: { url: string } }>().result;
    return this.#provider.authorize(started.url);
  }

  answer(answer: string): Promise<LightMyRequestResponse> {
    return this.post('/users/login/company/answer', { answer });
  }

  prove(proof: { password?: string; code?: string }): Promise<LightMyRequestResponse> {
    return this.post('/users/login/company/proof', proof);
  }

  async signIn(): Promise<LightMyRequestResponse> {
    return this.answer(await this.authorize());
  }
}
