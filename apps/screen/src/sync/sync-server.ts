import type { FileCache } from '../cache/file-cache.ts';
import type { ServerClock } from '../clock/server-clock.ts';
import type { Identity } from '../database/database.ts';
import type { SyncServer } from './manifest-sync.ts';
import { fetchContents, fetchManifest } from './screen-api.ts';

/** Returns the requests of the manifest synchronization, authorized as this screen. */
export const createSyncServer = (identity: Identity, clock: ServerClock, cache: Pick<FileCache, 'fetchFile'>): SyncServer => ({
  requestManifest: (etag) => fetchManifest(identity, etag, clock),
  fetchContents: (digest) => fetchContents(identity, digest),
  fetchFile: (file, signal) => cache.fetchFile(identity, file, signal),
});
