import { BASE, FILES_CACHE, sha256OfPath } from './addresses.ts';
import { readRange } from './byte-range.ts';

const worker = self as unknown as ServiceWorkerGlobalScope;
const SHELL_CACHE_PREFIX = 'vitrine-shell-';
const shell = __SHELL__;
const shellCache = `${SHELL_CACHE_PREFIX}${shell.version}`;
const shellPaths = new Set(shell.files.map((name) => `${BASE}${name}`));
const PAGE = `${BASE}index.html`;

worker.addEventListener('install', (event) => event.waitUntil(keepShell()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (origin !== worker.location.origin || event.request.method !== 'GET') return;
  if (sha256OfPath(pathname)) event.respondWith(answerFile(event.request));
  else if (event.request.mode === 'navigate' && isPage(pathname)) event.respondWith(answerShell(PAGE, event.request));
  else if (shellPaths.has(pathname)) event.respondWith(answerShell(pathname, event.request));
});

async function keepShell(): Promise<void> {
  const cache = await caches.open(shellCache);
  await cache.addAll([...shellPaths].map((path) => new Request(path, { cache: 'reload' })));
  await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  const outdated = names.filter((name) => name.startsWith(SHELL_CACHE_PREFIX) && name !== shellCache);
  await Promise.all(outdated.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

function isPage(pathname: string): boolean {
  return pathname === BASE || pathname === BASE.slice(0, -1) || pathname === PAGE;
}

/** From the cache first: a screen starts the same whether its server answers, is slow or is gone. */
async function answerShell(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(shellCache);
  return (await cache.match(path)) ?? fetch(request);
}

/** Whole files are kept; a video element asks for pieces of them. */
async function answerFile(request: Request): Promise<Response> {
  const cache = await caches.open(FILES_CACHE);
  const whole = await cache.match(new URL(request.url).pathname);
  if (!whole) return new Response(null, { status: 404 });
  const header = request.headers.get('range');
  if (header === null) return whole;
  const bytes = await whole.blob();
  const range = readRange(header, bytes.size);
  if (range === 'unsatisfiable') return new Response(null, { status: 416, headers: { 'content-range': `bytes */${bytes.size}` } });
  if (range === null) return new Response(bytes, { headers: whole.headers });
  return new Response(bytes.slice(range.start, range.end + 1), {
    status: 206,
    headers: {
      'content-type': whole.headers.get('content-type') ?? 'application/octet-stream',
      'content-length': String(range.end - range.start + 1),
      'content-range': `bytes ${range.start}-${range.end}/${bytes.size}`,
      'accept-ranges': 'bytes',
    },
  });
}
