import rateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { createLocalRateLimitStore } from './rate-limit-store.ts';

it('lets as many requests that arrive together pass as the limit of their route allows', async () => {
  const app = fastify();
  await app.register(rateLimit, { global: false, store: createLocalRateLimitStore() });
  const config = { rateLimit: { max: 3, timeWindow: 60_000 } };
  app.get('/', { config }, async () => 'served');
  app.get('/other', { config }, async () => 'served');
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const request = async (path: string) => (await fetch(origin + path)).status;
  const statuses = await Promise.all(Array.from({ length: 25 }, () => request('/')));
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  expect(statuses.filter((status) => status === 429)).toHaveLength(22);
  expect(await request('/other')).toBe(200);
  await app.close();
});
