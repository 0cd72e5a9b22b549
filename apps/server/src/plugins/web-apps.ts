import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../platform/errors.ts';
import { serverFolder } from '../platform/program-files.ts';
import { createPageMatcher } from './page-matcher.ts';
import { createPrerenderedPages, type LoadPageParts } from './prerendered-pages.ts';

const apps = path.dirname(serverFolder);
const webRoot = path.join(apps, 'web', 'dist');
const screenRoot = path.join(apps, 'screen', 'dist');
const PUBLIC_ROUTE = { config: { access: 'public' }, schema: { hide: true } } as const;

/** Built files have a hash of their content in their name; all others are revalidated each time. */
const cacheControl = (file: string) => (file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');

/** Serves the web app at / and the screen at /screen; an address without a file or prerendered page gets the app's shell, with status 404 when the app has no such page. */
export const webApps = fp(
  async (app: FastifyInstance, { publicUrl, pageParts }: { publicUrl: string; pageParts: Readonly<Record<string, LoadPageParts>> }) => {
    await app.register(fastifyStatic, { root: [webRoot, screenRoot], serve: false, cacheControl: false, preCompressed: true });

    const sendWritten = createPrerenderedPages(webRoot, publicUrl, pageParts);
    const isKnownPage = createPageMatcher(webRoot);
    const send = (reply: FastifyReply, root: string, wanted: string, fallback: string | undefined) => {
      const file = isFileIn(root, wanted) ? wanted : fallback;
      if (!file || !existsSync(path.join(root, file))) throw new AppError('NOT_FOUND', 'Not found.');
      return reply.header('cache-control', cacheControl(file)).sendFile(file, root);
    };

    app.get('/screen', PUBLIC_ROUTE, async (_request, reply) => send(reply, screenRoot, '', 'index.html'));
    app.get('/screen/*', PUBLIC_ROUTE, async (request, reply) => {
      // The service worker also serves the address without a slash, which a browser allows only with this header.
      if (request.url === '/screen/service-worker.js') reply.header('service-worker-allowed', '/screen');
      return send(reply, screenRoot, getWildcard(request.params), 'index.html');
    });
    app.get('/*', PUBLIC_ROUTE, async (request, reply) => {
      const wanted = getWildcard(request.params);
      if (await sendWritten(request, reply, wanted)) return reply;
      // A missing script must not answer with a page, nor an unknown call with anything but the envelope.
      const isPage = !/^(assets|socket\.io)(\/|$)/.test(wanted) && !/\.(js|css|map|woff2)$/.test(wanted);
      if (/^api(\/|$)/.test(wanted)) throw app.createUnknownRouteError(request, reply);
      // Files of prerendered pages are not served by their own path.
      const file = wanted.startsWith('pages/') ? '' : wanted;
      if (!isFileIn(webRoot, file) && isPage && !isKnownPage(wanted)) reply.code(404);
      return send(reply, webRoot, file, isPage ? 'index.html' : undefined);
    });
  },
);

const getWildcard = (params: unknown) => (params as { '*': string })['*'];

const isFileIn = (root: string, wanted: string) => wanted !== '' && isInside(root, wanted) && existsSync(path.join(root, wanted));

function isInside(root: string, wanted: string): boolean {
  const resolved = path.resolve(root, wanted);
  return resolved.startsWith(root + path.sep) && !wanted.endsWith('/');
}
