import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MEDIA_COOKIE, MEDIA_PATHS } from '../../plugins/access-gate.ts';
import { BROWSER_MS } from './known-browsers.ts';

const BROWSER_COOKIE = 'vitrine_browser';
/** Where somebody signs in, and where they change what they sign in with. */
const BROWSER_PATH = '/api/users';

/** The cookies of the web app. No script reads one, no other site sends one, and where people come by https neither travels without. */
export function createCookies({ publicUrl }: { publicUrl: string }) {
  const shared = { httpOnly: true, sameSite: 'strict', secure: publicUrl.startsWith('https:') } as const;
  return {
    /** Pictures and streams are fetched without headers; this cookie opens those alone. */
    setMedia(reply: FastifyReply, mediaToken: string): void {
      for (const path of MEDIA_PATHS) reply.setCookie(MEDIA_COOKIE, mediaToken, { ...shared, path });
    },
    clearMedia(reply: FastifyReply): void {
      for (const path of MEDIA_PATHS) reply.clearCookie(MEDIA_COOKIE, { path });
    },
    browserOf: (request: FastifyRequest): string | undefined => request.cookies[BROWSER_COOKIE],
    setBrowser(reply: FastifyReply, token: string): void {
      reply.setCookie(BROWSER_COOKIE, token, { ...shared, path: BROWSER_PATH, maxAge: BROWSER_MS / 1000 });
    },
  };
}

export type Cookies = ReturnType<typeof createCookies>;
