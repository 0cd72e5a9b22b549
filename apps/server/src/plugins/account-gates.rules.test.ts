import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { accountGates } from './account-gates.ts';

async function createGates() {
  const app = Fastify();
  await app.register(accountGates);
  await app.ready();
  return app;
}

it('runs four calls of an account at a time, and concurrently calls of other accounts', async () => {
  const app = await createGates();
  const running = new Map<string, number>();
  let most = 0;
  const finish: (() => void)[] = [];
  const call = (account: string) =>
    app.runForAccount(account, async () => {
      running.set(account, (running.get(account) ?? 0) + 1);
      most = Math.max(most, running.get(account) ?? 0);
      await new Promise<void>((resolve) => finish.push(resolve));
      running.set(account, (running.get(account) ?? 0) - 1);
    });
  const greedy = Array.from({ length: 50 }, () => call('greedy'));
  const other = call('other');
  expect([running.get('greedy'), running.get('other')]).toEqual([4, 1]);
  while (running.get('greedy') || running.get('other')) {
    for (const done of finish.splice(0)) done();
    await new Promise(setImmediate);
  }
  await Promise.all([...greedy, other]);
  expect(most).toBe(4);
});

it('refuses calls when a thousand of the same account wait', async () => {
  const app = await createGates();
  const never = () => new Promise<never>(() => undefined);
  for (let count = 0; count < 1004; count++) void app.runForAccount('greedy', never);
  await expect(app.runForAccount('greedy', never)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(await app.runForAccount('other', async () => 'served')).toBe('served');
});
