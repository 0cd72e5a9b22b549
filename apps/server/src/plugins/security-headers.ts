import { createHash } from 'node:crypto';
import { WATCHDOG_FRAME_SCRIPT } from '@vitrine/contract/watchdog-frame';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** Sources that pages load from Stripe when it is configured: its script, its fields in frames, and their requests. */
const STRIPE_SOURCES = {
  scripts: ' https://js.stripe.com',
  media: '',
  frames: ' https://js.stripe.com https://hooks.stripe.com',
  calls: ' https://api.stripe.com',
};
const NO_STRIPE = { scripts: '', media: '', frames: '', calls: '' };
/** Screens show web pages of other sites in frames, check by a request whether they can be reached, and play live streams of other sites. */
const SCREEN_SOURCES = { scripts: '', media: ' https: http:', frames: ' https: http:', calls: ' https: http:' };

/** No `upgrade-insecure-requests`: a laptop serves its LAN over plain http. */
const buildPolicy = (inlineScripts: string, others = NO_STRIPE) =>
  [
    "default-src 'self'",
    "img-src 'self' data: blob:",
    `media-src 'self' blob:${others.media}`,
    "style-src 'self' 'unsafe-inline'",
    `script-src 'self' ${inlineScripts}${others.scripts}`,
    `frame-src 'self'${others.frames}`,
    `connect-src 'self' ws: wss:${others.calls}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    // Scripts send every form. A form whose script has not started would put a typed password into the address.
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

/** For every page: no inline script except a screen's watchdog, which must work while the server is away. */
const WATCHDOG_SCRIPT_HASH = `'sha256-${createHash('sha256').update(WATCHDOG_FRAME_SCRIPT).digest('base64')}'`;
export const PAGE_POLICY = buildPolicy(WATCHDOG_SCRIPT_HASH);
export const SCREEN_POLICY = buildPolicy(WATCHDOG_SCRIPT_HASH, SCREEN_SOURCES);
const STRIPE_PAGE_POLICY = buildPolicy(WATCHDOG_SCRIPT_HASH, STRIPE_SOURCES);

/** Two years, as required by preload lists of browsers. Only with https, because it would block a plain-http address for that time. */
const STRICT_TRANSPORT = 'max-age=63072000';

/** The page of the screen and its files. */
const SCREEN_PATHS = /^\/screen(\/|\?|$)/;

/** Pages and calls whose address gives access to an album; other sites must not receive it as a referrer. */
const SHARED_LINK_PATHS = /^\/(api\/)?shared\//i;

interface SecurityOptions {
  publicUrl: string;
  /** Whether Stripe processes card payments. */
  allowsStripe: boolean;
}

export const securityHeaders = fp(async (app: FastifyInstance, { publicUrl, allowsStripe }: SecurityOptions) => {
  const pagePolicy = allowsStripe ? STRIPE_PAGE_POLICY : PAGE_POLICY;
  const isHttps = publicUrl.startsWith('https:');
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    const isLink = SHARED_LINK_PATHS.test(request.url);
    reply.header('referrer-policy', isLink ? 'no-referrer' : 'same-origin');
    if (isLink) reply.header('x-robots-tag', 'noindex, nofollow');
    reply.header('x-request-id', request.id);
    if (isHttps) reply.header('strict-transport-security', STRICT_TRANSPORT);
    // API responses are personal; cacheable routes set their own header.
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', SCREEN_PATHS.test(request.url) ? SCREEN_POLICY : pagePolicy);
    }
  });
});
