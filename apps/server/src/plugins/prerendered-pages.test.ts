import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPrerenderedPages } from './prerendered-pages.ts';

let root: string;
let app: FastifyInstance;
let parts = (): Record<string, string> => ({ '<!--now-->': 'one' });

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'vitrine-pages-'));
  await mkdir(path.join(root, 'pages'));
  await writeFile(path.join(root, 'pages', 'home.html'), '<link rel="canonical" href="https://vitrine.invalid/">');
  await writeFile(path.join(root, 'pages', 'pricing.html'), 'prices');
  await writeFile(path.join(root, 'robots.txt'), 'Sitemap: https://vitrine.invalid/sitemap.xml');
  await writeFile(path.join(root, 'pages', 'parts.html'), '<p><!--now--></p>');
  const sendWritten = createPrerenderedPages(root, 'https://photos.example', { parts: async () => parts() });
  app = Fastify();
  app.get('/*', async (request, reply) =>
    (await sendWritten(request, reply, (request.params as { '*': string })['*'])) ? reply : reply.code(404).send('none'),
  );
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

test('contain the address of the installation', async () => {
  const home = await app.inject('/');
  expect(home.body).toBe('<link rel="canonical" href="https://photos.example/">');
  expect(home.headers['content-type']).toMatch('text/html');
  expect((await app.inject('/robots.txt')).body).toBe('Sitemap: https://photos.example/sitemap.xml');
});

test('are compressed for browsers that support it, and answered with 304 when unchanged', async () => {
  const packed = await app.inject({ url: '/pricing', headers: { 'accept-encoding': 'gzip, br' } });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe('prices');
  const again = await app.inject({ url: '/pricing/', headers: { 'if-none-match': String(packed.headers.etag) } });
  expect(again.statusCode).toBe(304);
});

test('are read again after a new build', async () => {
  await writeFile(path.join(root, 'pages', 'faq.html'), 'old');
  expect((await app.inject('/faq')).body).toBe('old');
  await writeFile(path.join(root, 'pages', 'faq.html'), 'new');
  await utimes(path.join(root, 'pages', 'faq.html'), 1, 1);
  expect((await app.inject('/faq')).body).toBe('new');
});

test('treat a placeholder inside an inserted part as text', async () => {
  await writeFile(path.join(root, 'pages', 'parts.html'), '<p><!--now--></p><script>/*later*/</script>');
  parts = () => ({ '<!--now-->': 'an answer with /*later*/ and <!--now-->', '/*later*/': '[1]' });
  expect((await app.inject('/parts')).body).toBe('<p>an answer with /*later*/ and <!--now--></p><script>[1]</script>');
  await writeFile(path.join(root, 'pages', 'parts.html'), '<p><!--now--></p>');
  await utimes(path.join(root, 'pages', 'parts.html'), 2, 2);
  parts = () => ({ '<!--now-->': 'one' });
});

test('are rendered again when their parts change, and without parts that cannot be read', async () => {
  const first = await app.inject('/parts');
  expect(first.body).toBe('<p>one</p>');
  expect((await app.inject({ url: '/parts', headers: { 'if-none-match': String(first.headers.etag) } })).statusCode).toBe(304);
  parts = () => ({ '<!--now-->': 'costs $& more' });
  expect((await app.inject('/parts')).body).toBe('<p>costs $& more</p>');
  parts = () => {
    throw new Error('The database is away.');
  };
  expect((await app.inject('/parts')).body).toBe('<p><!--now--></p>');
});

test('cannot be used to read other files by address', async () => {
  for (const url of ['/main', '/nothing', '/..%2fpricing', '/pages/home.html', '/x/..%2frobots.txt']) {
    expect((await app.inject(url)).statusCode, url).toBe(404);
  }
});
