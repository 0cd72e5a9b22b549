import { describe, expect, it } from 'vitest';
import { createSignatureHeaders, createWebhookSecret } from './signature.rules.ts';

describe('the signature', () => {
  it('is the one of the example in the Standard Webhooks specification', () => {
    const headers = createSignatureHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is made with each secret', () => {
    const [first, second] = [createWebhookSecret(), createWebhookSecret()];
    const sign = (secrets: string[]) => createSignatureHeaders({ id: 'a', at: new Date(0), body: '{}', secrets })['webhook-signature'];
    expect(sign([first, second])).toBe(`${sign([first])} ${sign([second])}`);
    expect(sign([first])).not.toBe(sign([second]));
  });
});
