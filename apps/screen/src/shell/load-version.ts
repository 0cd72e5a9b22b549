import type { VersionToLoad } from '@vitrine/contract/live';
import { computeSha256 } from '../cache/sha256.ts';
import type { Identity } from '../database/database.ts';
import { fetchVersion, fetchVersionFile } from '../sync/screen-api.ts';
import { getShellCacheName, type PageMessage, SCREEN_BASE_PATH } from './addresses.ts';
import { readShellVersions } from './shell-report.ts';
import { hasWebSession } from './web-session.ts';

const INDEX_PAGE = `${SCREEN_BASE_PATH}index.html`;
const WORKER_REPLY_TIMEOUT_MS = 10_000;

const MIME_TYPES: Record<string, string> = {
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
const getMimeType = (path: string): string => MIME_TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

/**
 * Downloads, verifies and installs a version. The next start of the page tries it and returns to the previous version if it
 * does not play. When the version cannot be installed, throws an error with a message for the user and changes nothing.
 */
export async function loadVersion(identity: Identity, { versionId, shell }: VersionToLoad): Promise<void> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) throw new Error('Updates require https. Open this screen over https.');
  // The code of a version runs with this page's origin, and could read the session.
  if (hasWebSession()) throw new Error('An account is signed in to Vitrine in this browser. Sign out there, then load the version again.');
  const installed = await readShellVersions();
  // A repeated command must not delete the files of a version that is already installed or on trial.
  if (installed?.good === shell || installed?.trial === shell) return;
  if (installed?.bad.includes(shell)) throw new Error('This version already failed on this screen.');
  const version = await fetchVersion(identity, versionId);
  if (version.shell !== shell) throw new Error('The files of this version have changed. Start the update again.');
  const name = getShellCacheName(shell);
  try {
    await downloadVersionFiles(identity, versionId, version.files, await caches.open(name));
    await installVersion(worker, shell);
  } catch (cause) {
    await caches.delete(name);
    throw cause;
  }
}

async function downloadVersionFiles(
  identity: Identity,
  versionId: string,
  files: readonly { path: string; sha256: string }[],
  cache: Cache,
): Promise<void> {
  // All versions get the content security policy of the server.
  const policy = (await fetch(INDEX_PAGE)).headers.get('content-security-policy');
  for (const { path, sha256 } of files) {
    const bytes = await fetchVersionFile(identity, versionId, path);
    if ((await computeSha256(bytes)) !== sha256) throw new Error(`A file of this version was damaged during download: ${path}`);
    const headers = { 'content-type': getMimeType(path), ...(policy !== null && { 'content-security-policy': policy }) };
    await cache.put(`${SCREEN_BASE_PATH}${path}`, new Response(bytes, { headers }));
  }
}

/** Asks the service worker to serve a version. Resolves once the worker has stored that. */
function installVersion(worker: ServiceWorker, shell: string): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The screen’s service worker isn’t responding.')), WORKER_REPLY_TIMEOUT_MS);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve();
    };
    worker.postMessage({ installed: shell } satisfies PageMessage, [port2]);
  });
}
