import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const keys = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' };

describe('the configuration', () => {
  it('uses Stripe when all of its keys are set, and the test bank when none is set', () => {
    expect(readConfig({}).stripe).toBeNull();
    expect(readConfig({ STRIPE_SECRET_KEY: '' }).stripe).toBeNull();
    expect(readConfig(keys).stripe).toEqual({
      secretKey: 'sk_test_x',
      publishableKey: 'pk_test_x',
      webhookSecret: 'whsec_x',
      apiUrl: undefined,
    });
  });

  it('refuses an incomplete set of Stripe’s keys', () => {
    for (const key of Object.keys(keys)) expect(() => readConfig({ ...keys, [key]: undefined })).toThrow(key);
  });

  it('reads the origin of the screen, which is unset by default', () => {
    expect(readConfig({}).screenUrl).toBeUndefined();
    expect(readConfig({ SCREEN_URL: 'https://screen.example.com/' }).screenUrl).toBe('https://screen.example.com');
    expect(readConfig({ SCREEN_URL: 'http://localhost:3001' }).screenUrl).toBe('http://localhost:3001');
  });

  it('refuses an origin of the screen that has a path, no http or the host of the web app', () => {
    for (const wrong of [
      'https://screen.example.com/screen',
      'ftp://screen.example.com',
      'screen.example.com',
      'https://a@screen.example.com',
    ])
      expect(() => readConfig({ SCREEN_URL: wrong })).toThrow('SCREEN_URL');
    expect(() => readConfig({ PUBLIC_URL: 'https://wall.example.com/', SCREEN_URL: 'https://wall.example.com' })).toThrow('SCREEN_URL');
    expect(() => readConfig({ SCREEN_URL: 'http://localhost:3000' })).toThrow('SCREEN_URL');
  });

  describe('of the company’s provider', () => {
    const provider = { OIDC_ISSUER: 'https://id.example.com/realm', OIDC_CLIENT_ID: 'vitrine' };
    const membership = {
      OIDC_ORGANISATION: '0198c0de-7a3b-7c41-9d52-3f6e8a1b2c4d',
      OIDC_ROLE_CLAIM: 'groups',
      OIDC_MEMBERS: 'signage-admins, signage-users',
    };

    it('is absent by default, and has defaults for everything but issuer and client', () => {
      expect(readConfig({}).oidc).toBeNull();
      expect(readConfig(provider).oidc).toEqual({
        issuer: 'https://id.example.com/realm',
        clientId: 'vitrine',
        clientSecret: undefined,
        name: 'id.example.com',
        scopes: ['openid', 'email', 'profile'],
        membership: null,
      });
    });

    it('reads the claim that decides about members', () => {
      expect(readConfig({ ...provider, ...membership }).oidc?.membership).toEqual({
        orgId: membership.OIDC_ORGANISATION,
        claim: 'groups',
        values: ['signage-admins', 'signage-users'],
      });
    });

    it.each([
      [{ OIDC_ISSUER: 'https://id.example.com' }, 'OIDC_CLIENT_ID'],
      [{ OIDC_CLIENT_SECRET: 'secret' }, 'OIDC_ISSUER'],
      [{ ...provider, OIDC_ISSUER: 'http://id.example.com' }, 'OIDC_ISSUER'],
      [{ ...provider, OIDC_ISSUER: 'https://id.example.com/?realm=1' }, 'OIDC_ISSUER'],
      [{ ...provider, OIDC_SCOPES: 'openid profile' }, 'OIDC_SCOPES'],
      [{ ...provider, ...membership, OIDC_MEMBERS: '' }, 'OIDC_MEMBERS'],
      [{ ...provider, ...membership, OIDC_ORGANISATION: 'family' }, 'OIDC_ORGANISATION'],
    ])('refuses %j', (settings, name) => {
      expect(() => readConfig(settings)).toThrow(name);
    });

    it('may be on this machine without https, for trying', () => {
      expect(readConfig({ ...provider, OIDC_ISSUER: 'http://127.0.0.1:4000' }).oidc?.issuer).toBe('http://127.0.0.1:4000/');
    });
  });
});
