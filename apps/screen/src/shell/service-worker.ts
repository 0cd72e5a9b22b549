import '../polyfills.ts';
import {
  getShellCacheName as cacheName,
  FILES_CACHE,
  type PageMessage,
  parseFilePath,
  SCREEN_BASE_PATH,
  SCREEN_ENTRY_PATH,
  SHELL_CACHE_PREFIX,
  SHELL_STATE,
  SHELL_STATE_CACHE,
} from './addresses.ts';
import { parseRangeHeader } from './byte-range.ts';
import { asBuilt, asSandboxed, asVersionPage } from './kept-response.ts';
import * as shells from './shell-state.ts';
import { isSessionNoted } from './web-session.ts';

const worker = self as unknown as ServiceWorkerGlobalScope;
const shell = __SHELL__;
const PAGE = `${SCREEN_BASE_PATH}index.html`;
const SCRIPT = `${SCREEN_BASE_PATH}service-worker.js`;
/** Time that a page on trial has to run its code. `PLAYBACK_TIMEOUT_MS` is the time until it must play. */
const START_TIMEOUT_MS = 10_000;
const PLAYBACK_TIMEOUT_MS = 90_000;
const CANNOT_PLAY = 'cannot play';

worker.addEventListener('install', (event) => event.waitUntil(cacheShell()));
worker.addEventListener('activate', (event) => event.waitUntil(activateWorker()));
worker.addEventListener('message', (event) => event.waitUntil(handleMessage(event)));
worker.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (origin !== worker.location.origin || event.request.method !== 'GET') return;
  const isDocument = event.request.mode === 'navigate';
  if (isDocument && isPage(pathname)) servePage(event);
  else if (parseFilePath(pathname)) event.respondWith(limited(respondWithFile(event.request), isDocument));
  else if (pathname.startsWith(SCREEN_BASE_PATH) && pathname !== SCRIPT)
    event.respondWith(limited(respondWithShellFile(pathname, event.request), isDocument));
});

let queue: Promise<unknown> = Promise.resolve();

/** Applies a change to the stored state. Changes run one at a time. */
function updateState(change: (state: shells.ShellState) => shells.ShellState): Promise<shells.ShellState> {
  const done = queue.then(async () => {
    const before = await readState();
    const after = change(before);
    if (after === before) return after;
    await (await caches.open(SHELL_STATE_CACHE)).put(SHELL_STATE, new Response(JSON.stringify(after)));
    for (const client of await worker.clients.matchAll({ type: 'window' })) client.postMessage({ shell: after });
    return after;
  });
  queue = done.catch(() => undefined);
  return done;
}

async function readState(): Promise<shells.ShellState> {
  const stored = await (await caches.open(SHELL_STATE_CACHE)).match(SHELL_STATE);
  if (stored) return (await stored.json()) as shells.ShellState;
  // The worker was installed before this state existed. Use the cached version.
  const names = (await caches.keys()).filter((name) => name.startsWith(SHELL_CACHE_PREFIX) && name !== cacheName(shell.version));
  const good = names.find((name) => name !== SHELL_STATE_CACHE)?.slice(SHELL_CACHE_PREFIX.length) ?? null;
  return { ...shells.FRESH_STATE, good };
}

async function cacheShell(): Promise<void> {
  const { bad } = await updateState((state) => state);
  if (!bad.includes(shell.version)) {
    const cache = await caches.open(cacheName(shell.version));
    await cache.addAll(Object.keys(shell.files).map((name) => new Request(`${SCREEN_BASE_PATH}${name}`, { cache: 'reload' })));
  }
  await worker.skipWaiting();
}

async function activateWorker(): Promise<void> {
  await deleteUnusedVersions(await updateState((state) => shells.markInstalled(state, shell.version)));
  await worker.clients.claim();
}

/** Deletes versions that will not be served again. Runs on activation. */
async function deleteUnusedVersions(state: shells.ShellState): Promise<void> {
  const kept = new Set([SHELL_STATE_CACHE, ...shells.listVersionsToKeep(state).map(cacheName)]);
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(SHELL_CACHE_PREFIX) && !kept.has(name)).map((name) => caches.delete(name)));
}

/** Applies a change and deletes the versions it made obsolete. Unknown versions stay: a newer worker may be fetching one. */
async function updateStateAndCleanUp(change: (state: shells.ShellState) => shells.ShellState): Promise<shells.ShellState> {
  const before = shells.listVersionsToKeep(await readState());
  const state = await updateState(change);
  const kept = new Set(shells.listVersionsToKeep(state));
  await Promise.all(before.filter((version) => !kept.has(version)).map((version) => caches.delete(cacheName(version))));
  return state;
}

function isPage(pathname: string): boolean {
  return pathname === SCREEN_ENTRY_PATH || pathname === SCREEN_BASE_PATH || pathname === PAGE;
}

function servePage(event: FetchEvent): void {
  const clientId = event.resultingClientId ?? shells.ANY_CLIENT;
  const state = chooseVersion(clientId);
  event.respondWith(state.then(() => respondWithShellFile(PAGE, event.request)));
  event.waitUntil(state.then(({ trial }) => (trial ? watchTrial(trial.version, clientId) : undefined)));
}

/** Sandboxes every document except the page: code that ran with this origin earlier may have written to the caches. */
const limited = async (answer: Promise<Response>, isDocument: boolean): Promise<Response> =>
  isDocument ? asSandboxed(await answer) : answer;

async function chooseVersion(clientId: string): Promise<shells.ShellState> {
  // An uploaded version would run with the origin that the session belongs to.
  if (await isSessionNoted()) return keepOwnOnly();
  const { trial } = await updateState((before) => shells.markServed(before, clientId));
  // The browser may have evicted the cache of the version on trial.
  const isCached = trial === null || (await caches.has(cacheName(trial.version)));
  return updateState((state) => (isCached || !trial ? state : shells.markFailed(state, trial.version, shells.TRIAL_FAILURES.filesLost)));
}

async function keepOwnOnly(): Promise<shells.ShellState> {
  const state = await updateStateAndCleanUp((before) => shells.ownOnly(before, shell.version));
  if (!(await caches.has(cacheName(shell.version)))) {
    // Do not wait for the files. Until they are stored, the server serves them.
    cacheShell().catch((cause: unknown) => console.info('the page could not be stored:', cause));
  }
  return state;
}

/** Cache first: a screen starts the same whether its server answers, is slow or is unreachable. */
async function respondWithShellFile(path: string, request: Request): Promise<Response> {
  if (await isSessionNoted()) return respondWithOwnFile(path, request);
  for (const version of shells.listVersionsToKeep(await updateState((state) => state))) {
    const kept = await (await caches.open(cacheName(version))).match(path);
    if (kept) return request.mode === 'navigate' && path === PAGE && version !== shell.version ? asVersionPage(kept) : kept;
  }
  return fetch(request);
}

/** Returns a cached file only if it has the bytes of this worker's build; otherwise requests it from the server. */
async function respondWithOwnFile(path: string, request: Request): Promise<Response> {
  const kept = await caches.match(path, { cacheName: cacheName(shell.version) });
  return (kept && (await asBuilt(kept, shell.files[path.slice(SCREEN_BASE_PATH.length)]))) ?? fetch(request);
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Rolls back when the page on trial does not start or play. */
async function watchTrial(version: string, clientId: string): Promise<void> {
  const isFromClient = ({ trial }: shells.ShellState) => trial?.version === version && trial.clientId === clientId;
  await delay(START_TIMEOUT_MS);
  const early = await updateStateAndCleanUp((state) =>
    isFromClient(state) && !state.trial?.isStarted ? shells.markFailed(state, version, shells.TRIAL_FAILURES.notStarted) : state,
  );
  if (!isFromClient(early)) return rollBack(early, version);
  await delay(PLAYBACK_TIMEOUT_MS - START_TIMEOUT_MS);
  const late = await updateStateAndCleanUp((state) =>
    isFromClient(state) ? shells.markFailed(state, version, shells.TRIAL_FAILURES.notPlaying) : state,
  );
  return rollBack(late, version);
}

async function rollBack(state: shells.ShellState, version: string): Promise<void> {
  if (!state.bad.includes(version)) return;
  for (const client of await worker.clients.matchAll({ type: 'window' })) await client.navigate(client.url);
}

async function handleMessage({ data, source, ports }: ExtendableMessageEvent): Promise<void> {
  const clientId = source && 'id' in source ? source.id : '';
  const message = data as PageMessage;
  if (typeof message === 'object') {
    await updateStateAndCleanUp((state) => shells.markInstalled(state, message.installed));
    ports[0]?.postMessage('done');
  }
  if (message === 'started') await updateState((state) => shells.markStarted(state, clientId));
  if (message === 'plays') await updateStateAndCleanUp((state) => shells.markPlayed(state, clientId));
  if (typeof message === 'string' && message.startsWith(CANNOT_PLAY)) {
    const cause = message.slice(CANNOT_PLAY.length).replace(/^: /, '') || undefined;
    const before = await readState();
    const next = await updateStateAndCleanUp((state) => shells.markClientFailed(state, clientId, cause));
    if (before.trial) await rollBack(next, before.trial.version);
  }
}

/** Responds with a stored file, or with the range of it that a video element requests. */
export async function respondWithFile(request: Request): Promise<Response> {
  const cache = await caches.open(FILES_CACHE);
  const whole = await cache.match(new URL(request.url).pathname);
  if (!whole) return new Response(null, { status: 404 });
  const header = request.headers.get('range');
  if (header === null) return whole;
  const bytes = await whole.blob();
  const range = parseRangeHeader(header, bytes.size);
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
