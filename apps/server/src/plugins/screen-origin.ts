import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../platform/errors.ts';

/** Routes that a screen requests. Its sockets are limited to its namespace by the live server. */
const SCREEN_ROUTES = /^\/(screen|screen\/\*|api\/register\/device|api\/screens\/.+|healthz|readyz)$/;
const SCREEN_PAGES = /^\/screen(\/\*)?$/;
const VERSION_ROUTES = /^\/api\/screens\/versions\//;

/**
 * Serves the screen on a separate origin, so that the code of an uploaded version shares no storage with the web app. The screen's
 * origin serves nothing else. The main origin redirects its page there and hands out no versions; screens that were set up on the main
 * origin keep the rest of their API.
 */
export const screenOrigin = fp(async (app: FastifyInstance, { screenUrl }: { screenUrl: string }) => {
  const screenHost = new URL(screenUrl).host;
  app.addHook('onRequest', async (request, reply) => {
    // The matched route, since an encoded path could look like another.
    const { url: route = '' } = request.routeOptions;
    // Not `request.host`: a page can set X-Forwarded-Host in its own calls.
    if (request.headers.host?.toLowerCase() === screenHost) {
      if (!SCREEN_ROUTES.test(route)) throw new AppError('NOT_FOUND', 'There is nothing at this address.');
    } else if (SCREEN_PAGES.test(route) && opensPage(request)) return reply.redirect(`${screenUrl}/screen`, 302);
    else if (VERSION_ROUTES.test(route)) throw new AppError('NOT_FOUND', `Only screens at ${screenUrl}/screen load versions.`);
  });
});

/** Files of the page stay where they are: a screen that was set up here updates itself from them, and browsers follow no redirect for a worker. */
const opensPage = ({ url, headers }: FastifyRequest): boolean => /^\/screen\/?(\?|$)/.test(url) || headers['sec-fetch-mode'] === 'navigate';
