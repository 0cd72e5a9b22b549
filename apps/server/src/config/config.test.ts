import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const keys = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' };

describe('the configuration', () => {
  it('takes cards by Stripe with all of its keys, and by the test bank with none', () => {
    expect(readConfig({}).stripe).toBeNull();
    expect(readConfig({ STRIPE_SECRET_KEY: '' }).stripe).toBeNull();
    expect(readConfig(keys).stripe).toEqual({
      secretKey: 'sk_test_x',
      publishableKey: 'pk_test_x',
      webhookSecret: 'whsec_x',
      apiUrl: undefined,
    });
  });

  it('does not start with some of Stripe’s keys', () => {
    for (const key of Object.keys(keys)) expect(() => readConfig({ ...keys, [key]: undefined })).toThrow(key);
  });
});
