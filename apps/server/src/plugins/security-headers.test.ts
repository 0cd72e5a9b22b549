import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { PAGE_POLICY, SCREEN_POLICY, securityHeaders } from './security-headers.ts';

async function headersWhere(allowsStripe: boolean) {
  const app = Fastify();
  await app.register(securityHeaders, { publicUrl: 'http://vitrine.test', allowsStripe });
  app.get('/', () => 'a page');
  const { headers } = await app.inject('/');
  await app.close();
  return headers;
}
const policyWhere = async (allowsStripe: boolean) => String((await headersWhere(allowsStripe))['content-security-policy']);

test.each([true, false])('runs no inline script of a page and no text as code, with Stripe: %s', async (allowsStripe) => {
  const headers = await headersWhere(allowsStripe);
  const directives = Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((part) => part.split(/ (.*)/s)),
  );
  expect(directives).toMatchObject({
    'default-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'self'",
    'script-src': expect.stringMatching(/^'self' 'sha256-[^']+'( https:\/\/js\.stripe\.com)?$/) as string,
  });
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
});

test.each([
  ['/screen', SCREEN_POLICY],
  ['/screen/', SCREEN_POLICY],
  ['/screen?trial=1', SCREEN_POLICY],
  ['/screens', PAGE_POLICY],
  ['/main/screen/', PAGE_POLICY],
  ['/api/screen', PAGE_POLICY],
])('only the screen may frame, request and play other sites: %s', async (url, expected) => {
  const app = Fastify();
  await app.register(securityHeaders, { publicUrl: 'http://vitrine.test', allowsStripe: false });
  app.get('*', () => 'a page');
  const { headers } = await app.inject(url);
  await app.close();
  expect(headers['content-security-policy']).toBe(expected);
});

test('the policy of the screen differs in its streams, frames and requests only', () => {
  const opened = SCREEN_POLICY.split('; ').filter((directive) => !PAGE_POLICY.includes(directive));
  expect(opened).toEqual([
    "media-src 'self' blob: https: http:",
    "frame-src 'self' https: http:",
    "connect-src 'self' ws: wss: https: http:",
  ]);
});

describe('third parties of pages', () => {
  test('are not allowed with the test bank', async () => {
    const policy = await policyWhere(false);
    expect(policy).toBe(PAGE_POLICY);
    expect(policy).not.toContain('https:');
  });

  test('are Stripe’s scripts and frames only when Stripe is configured', async () => {
    const policy = await policyWhere(true);
    const directives = Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0], part]));
    expect(directives['script-src']).toContain('https://js.stripe.com');
    expect(directives['frame-src']).toContain('https://js.stripe.com');
    expect(directives['connect-src']).toContain('https://api.stripe.com');
    const own = policy.replaceAll(/ https:\/\/(js|hooks|api)\.stripe\.com/g, '');
    expect(own).toBe(PAGE_POLICY);
  });
});
