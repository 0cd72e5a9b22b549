import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountGates, createRunInTurn } from './account-gates.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  await app.register(accountGates);
});
afterAll(() => app.close());

it('lets calls without an account wait for others of the same client network only', async () => {
  const running: string[] = [];
  const release: (() => void)[] = [];
  const call = (ip: string) => {
    const request = { actor: { kind: 'anonymous' }, ip, server: app } as FastifyRequest;
    return createRunInTurn(request)(() => {
      running.push(ip);
      return new Promise<void>((resolve) => release.push(resolve));
    });
  };
  const sameNetwork = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8::4', '2001:db8::5'];
  const calls = [...sameNetwork, '2001:db8:1::1'].map(call);
  expect(running).toEqual([...sameNetwork.slice(0, 4), '2001:db8:1::1']);
  for (const finish of release.splice(0)) finish();
  await calls[0];
  expect(running.at(-1)).toBe('2001:db8::5');
  for (const finish of release) finish();
  await Promise.all(calls);
});
