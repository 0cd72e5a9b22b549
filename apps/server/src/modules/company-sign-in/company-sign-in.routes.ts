import '@fastify/cookie';
import type { CompanySignInStep } from '@vitrine/contract';
import * as endpoints from '@vitrine/contract/company-sign-in.endpoints';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { perMinute, serve } from '../../plugins/endpoints.ts';
import type { BrowserSignIn } from '../sign-in/index.ts';
import type { CompanyPerson } from './company-claims.rules.ts';
import type { CompanyIdentitiesService } from './company-identities.service.ts';
import type { CompanySignInService } from './company-sign-in.service.ts';
import { SIGN_IN_TTL_MS } from './sealed-sign-ins.service.ts';

interface CompanySignInRoutesDeps {
  company: CompanySignInService;
  identities: CompanyIdentitiesService;
  browserSignIn: BrowserSignIn;
  publicUrl: string;
}

interface Call {
  request: FastifyRequest;
  reply: FastifyReply;
}

const COOKIE = 'vitrine_company';
const COOKIE_PATH = '/api/users/login/company';

/** As many as sign-ins with a password. */
const LIMIT = { rateLimit: perMinute(300) };

/** The cookie of an unfinished sign-in. Only calls of our own pages send it, so it may be stricter than one for a redirect. */
function createSignInCookie({ publicUrl }: { publicUrl: string }) {
  const options = { httpOnly: true, sameSite: 'strict', secure: publicUrl.startsWith('https:'), path: COOKIE_PATH } as const;
  return {
    read: ({ cookies }: FastifyRequest): string | undefined => cookies[COOKIE],
    set: (reply: FastifyReply, value: string) => void reply.setCookie(COOKIE, value, { ...options, maxAge: SIGN_IN_TTL_MS / 1000 }),
    clear: (reply: FastifyReply) => void reply.clearCookie(COOKIE, options),
  };
}

export async function companySignInRoutes(app: FastifyInstance, deps: CompanySignInRoutesDeps): Promise<void> {
  signInRoutes(app, deps);
  const { identities } = deps;

  serve(app, endpoints.readCompanyIdentity, async ({ actor }) => ({ result: await identities.read(actor) }));

  serve(app, endpoints.unlinkCompanyIdentity, async ({ actor }) => {
    await identities.unlink(actor);
    return { message: 'Company account unlinked.' };
  });
}

function signInRoutes(app: FastifyInstance, { company, browserSignIn, publicUrl }: CompanySignInRoutesDeps): void {
  const cookie = createSignInCookie({ publicUrl });

  /** Goes as far as possible: opens the session, or answers what is missing. */
  const advance = async (
    { request, reply }: Call,
    person: CompanyPerson,
    proof: { password?: string | undefined; code?: string | undefined },
  ): Promise<{ token?: string; result: CompanySignInStep }> => {
    const account = await company.findAccount(person);
    const visit = await browserSignIn.recognise(request, account.email);
    const enter = () => company.enter(person, account, { ...visit.from, isTrusted: visit.browser?.isTrusted ?? false, proof });
    // Guesses of strangers must not block people whom the company has identified.
    const isGuess = proof.password !== undefined || proof.code !== undefined;
    const outcome = await (isGuess ? browserSignIn.limitGuesses(request, visit, enter) : enter());
    if (outcome.step !== 'signedIn') {
      if (outcome.step === 'code') await browserSignIn.recordRefusal(visit, new AppError('SECOND_FACTOR_REQUIRED'));
      return { result: { step: outcome.step, email: account.email, user: null, notice: null } };
    }
    const { opened, notice } = outcome;
    cookie.clear(reply);
    browserSignIn.setCookies(reply, opened);
    return { token: opened.token, result: { step: 'signedIn', email: account.email, user: opened.user, notice } };
  };

  serve(app, endpoints.readCompanySignIn, async () => ({ result: company.read() }), { rateLimit: perMinute(600) });

  serve(
    app,
    endpoints.startCompanySignIn,
    async ({ reply }) => {
      const started = await company.start();
      cookie.set(reply, started.cookie);
      return { result: { url: started.url } };
    },
    { ...LIMIT, isSelfLimited: true },
  );

  serve(
    app,
    endpoints.answerCompanySignIn,
    async ({ body, request, reply }) => {
      // The same cookie must not be used again, also after a refusal.
      cookie.clear(reply);
      const identified = await company.identify(cookie.read(request), body.answer);
      cookie.set(reply, identified.cookie);
      return advance({ request, reply }, identified.person, {});
    },
    { ...LIMIT, isSelfLimited: true },
  );

  serve(
    app,
    endpoints.proveCompanySignIn,
    async ({ body, request, reply }) => advance({ request, reply }, company.readPerson(cookie.read(request)), body),
    LIMIT,
  );
}
