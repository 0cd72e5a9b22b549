import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KnownBrowser, KnownBrowsersService } from './known-browsers.service.ts';
import type { PasswordAttempts, VerifiedPassword } from './password-attempts.service.ts';
import type { OpenedSession, Visitor } from './sessions.service.ts';
import type { SignInCookies } from './sign-in-cookies.ts';
import type { SignInEventsService } from './sign-in-events.service.ts';
import type { SignInLimits } from './sign-in-limits.service.ts';

interface BrowserSignInDeps {
  events: SignInEventsService;
  limits: SignInLimits;
  passwords: PasswordAttempts;
  browsers: KnownBrowsersService;
  cookies: SignInCookies;
}

/** A request to sign in to an account, and its browser if the account knows it. */
export interface SignInVisit {
  email: string;
  from: Visitor;
  browser: KnownBrowser | undefined;
}

const MAX_USER_AGENT = 300;

/** The parts of a sign-in that concern the browser and the client address, the same for all ways to sign in. */
export function createBrowserSignIn({ events, limits, passwords, browsers, cookies }: BrowserSignInDeps) {
  const describeVisitor = (request: FastifyRequest): Visitor => ({
    userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
    address: request.ip,
    cookie: cookies.readKnownBrowser(request),
  });

  /** Guesses of a password or code take turns, wherever they come from, and the owner sees those that were refused. */
  const takeTurn = async <T>({ server }: FastifyRequest, email: string, from: Visitor, attempt: () => Promise<T>): Promise<T> => {
    try {
      return await server.runForAccount(`sign-in ${email.toLowerCase()}`, attempt);
    } catch (error) {
      await events.recordRefusal(email, from, error);
      throw error;
    }
  };

  return {
    describeVisitor,

    async recognise(request: FastifyRequest, email: string): Promise<SignInVisit> {
      const from = describeVisitor(request);
      return { email, from, browser: await browsers.recognise(email, from.cookie) };
    },

    /** Limits guesses of a person whom the company's provider has identified. */
    limitGuesses<T>(request: FastifyRequest, { email, from, browser }: SignInVisit, attempt: () => Promise<T>): Promise<T> {
      const guess = { address: from.address, email, ...(browser && { browser: browser.cookie }) };
      return takeTurn(request, email, from, () => limits.limitAttempts(guess, attempt));
    },

    /** Verifies a password and runs `work`. The errors of a password that is not accepted. */
    verifyPassword<T>(
      request: FastifyRequest,
      { email, password }: { email: string; password: string },
      work: (verified: VerifiedPassword, from: Visitor) => Promise<T>,
    ): Promise<T> {
      const from = describeVisitor(request);
      return takeTurn(request, email, from, () =>
        passwords.verify({ email, password, address: from.address, cookie: from.cookie }, (verified) => work(verified, from)),
      );
    },

    recordRefusal: ({ email, from }: SignInVisit, error: unknown): Promise<void> => events.recordRefusal(email, from, error),

    /** Sets the cookies of an opened session. */
    setCookies(reply: FastifyReply, { mediaToken, browserToken }: OpenedSession): void {
      cookies.setMediaCookie(reply, mediaToken);
      cookies.setKnownBrowser(reply, browserToken);
    },
  };
}

export type BrowserSignIn = ReturnType<typeof createBrowserSignIn>;
