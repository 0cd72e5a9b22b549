import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { largeBodies } from './large-bodies.ts';

const LARGE = JSON.stringify({ text: 'x'.repeat(10_000) });

/** Creates an app whose route responds when the test calls the next of `answers`. `parsed` lists the senders whose bodies were parsed, in that order. */
async function createApp() {
  const app = Fastify();
  const parsed: string[] = [];
  const answers: (() => void)[] = [];
  await app.register(largeBodies, { wait: async () => undefined, getOwner: ({ headers }) => headers['owner'] as string | undefined });
  app.post('/save', async ({ headers }) => {
    parsed.push(String(headers['owner']));
    await new Promise<void>((resolve) => answers.push(resolve));
    return { saved: true };
  });
  const send = (owner: string, payload = LARGE) =>
    app.inject({ method: 'POST', url: '/save', headers: { owner, 'content-type': 'application/json' }, payload });
  return { app, parsed, answers, send };
}

it('parses two large bodies of a client at a time, without delaying other clients', async () => {
  const { parsed, answers, send } = await createApp();
  const sent = Array.from({ length: 4 }, () => send('a'));
  await expect.poll(() => parsed).toHaveLength(2);
  const other = send('b');
  await expect.poll(() => parsed).toEqual(['a', 'a', 'b']);
  for (let answered = 0; answered < 5; answered++) {
    await expect.poll(() => answers.length).toBeGreaterThan(answered);
    answers[answered]?.();
  }
  expect((await Promise.all([...sent, other])).map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
});

it('parses small bodies at once', async () => {
  const { parsed, answers, send } = await createApp();
  const sent = Array.from({ length: 6 }, () => send('a', '{}'));
  await expect.poll(() => parsed).toHaveLength(6);
  for (const answer of answers) answer();
  await Promise.all(sent);
});

it('refuses a large body that is no JSON or sets a prototype', async () => {
  const { send } = await createApp();
  for (const body of [`${LARGE}}`, LARGE.replace('"text"', '"__proto__"')]) expect((await send('a', body)).statusCode).toBe(400);
});

it('continues when clients disconnect before they are answered', async () => {
  const { app, parsed, answers, send } = await createApp();
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const abort = new AbortController();
  const request = { method: 'POST', body: LARGE, headers: { owner: 'a', 'content-type': 'application/json' }, signal: abort.signal };
  const aborted = Promise.allSettled(Array.from({ length: 2 }, () => fetch(`${address}/save`, request)));
  await expect.poll(() => parsed).toHaveLength(2);
  const next = send('a');
  abort.abort();
  await aborted;
  await expect.poll(() => parsed).toHaveLength(3);
  for (const answer of answers) answer();
  expect((await next).statusCode).toBe(200);
  await app.close();
});
