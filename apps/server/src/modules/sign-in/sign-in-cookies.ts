import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearMediaCookie, MEDIA_COOKIE, MEDIA_PATHS } from '../../plugins/access-gate.ts';
import { KNOWN_BROWSER_TTL_MS } from './known-browsers.service.ts';

const KNOWN_BROWSER_COOKIE = 'vitrine_browser';
/** Path of sign-in and of changes to credentials. */
const KNOWN_BROWSER_PATH = '/api/users';

/** The cookies of the web app. Scripts cannot read them, other sites cannot send them, and with https they are never sent without it. */
export function createSignInCookies({ publicUrl }: { publicUrl: string }) {
  const shared = { httpOnly: true, sameSite: 'strict', secure: publicUrl.startsWith('https:') } as const;
  return {
    /** Pictures and streams are fetched without headers; this cookie opens those alone. */
    setMediaCookie(reply: FastifyReply, mediaToken: string): void {
      for (const path of MEDIA_PATHS) reply.setCookie(MEDIA_COOKIE, mediaToken, { ...shared, path });
    },
    clearMediaCookie,
    readKnownBrowser: (request: FastifyRequest): string | undefined => request.cookies[KNOWN_BROWSER_COOKIE],
    setKnownBrowser(reply: FastifyReply, token: string): void {
      reply.setCookie(KNOWN_BROWSER_COOKIE, token, { ...shared, path: KNOWN_BROWSER_PATH, maxAge: KNOWN_BROWSER_TTL_MS / 1000 });
    },
  };
}

export type SignInCookies = ReturnType<typeof createSignInCookies>;
