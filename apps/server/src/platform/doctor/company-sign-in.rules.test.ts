import { expect, it } from 'vitest';
import { checkCompanySignIn, type ProviderFacts } from './company-sign-in.rules.ts';

const check = (facts: ProviderFacts, publicUrl = 'https://wall.example.com') =>
  checkCompanySignIn({ issuer: 'https://id.example.com' }, facts, publicUrl);

it('names the redirect address of a provider that can be used', () => {
  expect(check({ lacks: [], hasPkce: true })).toMatchObject({
    level: 'ok',
    message: 'https://id.example.com can be reached. It must know the redirect address https://wall.example.com/sign-in/company',
  });
});

it.each([
  ['an unreachable provider', { error: 'fetch failed' }, 'fault', /fetch failed/],
  ['a provider without endpoints', { lacks: ['jwks_uri'], hasPkce: true }, 'fault', /jwks_uri/],
  ['a provider without PKCE', { lacks: [], hasPkce: false }, 'warning', /PKCE/],
])('reports %s', (_, facts, level, message) => {
  expect(check(facts)).toMatchObject({ level, message: expect.stringMatching(message) as string });
});

it('warns of a public address without https', () => {
  expect(check({ lacks: [], hasPkce: true }, 'http://wall.example.com').level).toBe('warning');
  expect(check({ lacks: [], hasPkce: true }, 'http://localhost:3000').level).toBe('ok');
});
