import type { SignInMethod } from '@vitrine/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KnownBrowser, KnownBrowsersService } from './known-browsers.service.ts';
import type { OpenedSession, Visitor } from './sessions.service.ts';
import type { SignInCookies } from './sign-in-cookies.ts';
import type { SignInEventsService } from './sign-in-events.service.ts';
import type { SignInLimits } from './sign-in-limits.service.ts';

interface BrowserSignInDeps {
  events: SignInEventsService;
  limits: SignInLimits;
  browsers: KnownBrowsersService;
  cookies: SignInCookies;
}

/** A request to sign in to an account, and its browser if the account knows it. */
export interface SignInVisit {
  email: string;
  from: Visitor;
  browser: KnownBrowser | undefined;
}

interface SignInCall {
  request: FastifyRequest;
  reply: FastifyReply;
}

const MAX_USER_AGENT = 300;

const describeVisitor = ({ headers, ip }: FastifyRequest): Visitor => ({
  userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
  address: ip,
});

/** The parts of a sign-in that concern the browser and the client address, the same for all ways to sign in. */
export function createBrowserSignIn({ events, limits, browsers, cookies }: BrowserSignInDeps) {
  return {
    describeVisitor,

    async recognise(request: FastifyRequest, email: string): Promise<SignInVisit> {
      return { email, from: describeVisitor(request), browser: await browsers.recognise(email, cookies.readKnownBrowser(request)) };
    },

    /** Guesses of a password or code take turns, wherever they come from, and the owner sees those that were refused. */
    async limitGuesses<T>({ server }: FastifyRequest, { email, from, browser }: SignInVisit, attempt: () => Promise<T>): Promise<T> {
      const guess = { address: from.address, email, ...(browser && { browser: browser.cookie }) };
      try {
        return await server.runForAccount(`sign-in ${email.toLowerCase()}`, () => limits.limitAttempts(guess, attempt));
      } catch (error) {
        await events.recordRefusal(email, from, error);
        throw error;
      }
    },

    recordRefusal: ({ email, from }: SignInVisit, error: unknown): Promise<void> => events.recordRefusal(email, from, error),

    /** Sets the cookies of an opened session, remembers the browser and records the sign-in. */
    async enter(
      { request, reply }: SignInCall,
      { from, browser }: SignInVisit,
      { mediaToken, user, isTrusted = false }: OpenedSession & { isTrusted?: boolean },
      method: SignInMethod,
    ): Promise<void> {
      cookies.setMediaCookie(reply, mediaToken);
      cookies.setKnownBrowser(reply, await browsers.remember(user._id, cookies.readKnownBrowser(request), { isTrusted }));
      await events.recordSignIn(user._id, from, { isKnownBrowser: browser !== undefined, method });
    },
  };
}

export type BrowserSignIn = ReturnType<typeof createBrowserSignIn>;
