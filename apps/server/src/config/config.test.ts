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
});
