import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MEDIA_COOKIE } from '../../plugins/access-gate.ts';

/** Pictures and streams are fetched without headers; this cookie opens those alone. */
export function setMediaCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(MEDIA_COOKIE, token, { path: '/api', httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' });
}

export function clearMediaCookie(reply: FastifyReply): void {
  reply.clearCookie(MEDIA_COOKIE, { path: '/api' });
}
