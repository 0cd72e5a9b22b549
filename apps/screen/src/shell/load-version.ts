import type { VersionToLoad } from '@vitrine/contract/live';
import { sha256Of } from '../cache/sha256.ts';
import type { Identity } from '../database/database.ts';
import { fetchVersion, fetchVersionFile } from '../sync/screen-api.ts';
import { BASE, type FromPage, shellCacheName } from './addresses.ts';
import { readShell } from './shell-report.ts';
import { hasWebSession } from './web-session.ts';

const PAGE = `${BASE}index.html`;
const HEARD_WITHIN_MS = 10_000;

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
};
const typeOf = (path: string): string => TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

/**
 * Puts a version in place that the server has the files of, every byte verified: the next start of the page tries it, and goes back to the one before if
 * it does not play. Throws, in words for whoever asked for it, when it cannot be put in place; then nothing has changed.
 */
export async function loadVersion(identity: Identity, { versionId, shell }: VersionToLoad): Promise<void> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) throw new Error('Updates require https. Open this screen over https.');
  // The code of a version runs with this page's origin, and could read the session.
  if (hasWebSession()) throw new Error('An account is signed in to Vitrine in this browser. Sign out there, then load the version again.');
  const here = await readShell();
  // Put in place before, by a command that came twice: its files are being tried, and nothing may take them away.
  if (here?.good === shell || here?.trial === shell) return;
  if (here?.bad.includes(shell)) throw new Error('This version already failed on this screen.');
  const version = await fetchVersion(identity, versionId);
  if (version.shell !== shell) throw new Error('The files of this version have changed. Start the update again.');
  const name = shellCacheName(shell);
  try {
    await keepFiles(identity, versionId, version.files, await caches.open(name));
    await putInPlace(worker, shell);
  } catch (cause) {
    await caches.delete(name);
    throw cause;
  }
}

async function keepFiles(
  identity: Identity,
  versionId: string,
  files: readonly { path: string; sha256: string }[],
  cache: Cache,
): Promise<void> {
  // What a page may load is this server's to say, and the same for all versions.
  const policy = (await fetch(PAGE)).headers.get('content-security-policy');
  for (const { path, sha256 } of files) {
    const bytes = await fetchVersionFile(identity, versionId, path);
    if ((await sha256Of(bytes)) !== sha256) throw new Error(`A file of this version was damaged during download: ${path}`);
    const headers = { 'content-type': typeOf(path), ...(policy !== null && { 'content-security-policy': policy }) };
    await cache.put(`${BASE}${path}`, new Response(bytes, { headers }));
  }
}

/** The worker decides what is served; it answers once it has written it down. */
function putInPlace(worker: ServiceWorker, shell: string): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The screen’s service worker isn’t responding.')), HEARD_WITHIN_MS);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve();
    };
    worker.postMessage({ installed: shell } satisfies FromPage, [port2]);
  });
}
