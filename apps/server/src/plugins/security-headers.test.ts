import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { PAGE_POLICY, securityHeaders } from './security-headers.ts';

async function policyWhere(allowsStripe: boolean): Promise<string> {
  const app = Fastify();
  await app.register(securityHeaders, { publicUrl: 'http://vitrine.test', allowsStripe });
  app.get('/', () => 'a page');
  const { headers } = await app.inject('/');
  await app.close();
  return String(headers['content-security-policy']);
}

describe('what pages may load', () => {
  test('is nothing of anybody else where the test bank takes the cards', async () => {
    const policy = await policyWhere(false);
    expect(policy).toBe(PAGE_POLICY);
    expect(policy).not.toContain('https:');
  });

  test('is Stripe’s script and frames where Stripe does, and nothing more', async () => {
    const policy = await policyWhere(true);
    const directives = Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0], part]));
    expect(directives['script-src']).toContain('https://js.stripe.com');
    expect(directives['frame-src']).toContain('https://js.stripe.com');
    expect(directives['connect-src']).toContain('https://api.stripe.com');
    const own = policy.replaceAll(/ https:\/\/(js|hooks|api)\.stripe\.com/g, '');
    expect(own).toBe(PAGE_POLICY);
  });
});
