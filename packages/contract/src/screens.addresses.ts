/** Addresses that a screen calls. The schemas are attached in `screens.endpoints.ts`, because the screen's bundle contains no zod. */
import { address } from './endpoint.ts';
import type { playsBody, playsTaken } from './plays.ts';
import type { contentsParams, fileParams, manifest, playlistContents, registerBody, registered } from './screens.ts';
import type { versionFileQuery, versionFiles } from './versions.ts';

export const registerScreen = address<{ body: typeof registerBody; result: typeof registered }>()({
  method: 'POST',
  path: '/register/device',
  access: 'public',
});

/** Its revision is its ETag. */
export const readManifest = address<{ result: typeof manifest }>()({ method: 'GET', path: '/screens/manifest', access: 'screen' });

/** Identical for every screen and never changed, so that caches may store it. */
export const readPlaylistContents = address<{ params: typeof contentsParams; result: typeof playlistContents }>()({
  method: 'GET',
  path: '/screens/contents/:digest',
  access: 'screen',
});

/** Whole, or as the Range of the request asks. */
export const readScreenFile = address<{ params: typeof fileParams }>()({ method: 'GET', path: '/screens/files/:sha256', access: 'screen' });

export const reportPlays = address<{ body: typeof playsBody; result: typeof playsTaken }>()({
  method: 'POST',
  path: '/screens/plays',
  access: 'screen',
});

export const listVersionFiles = address<{ result: typeof versionFiles }>()({
  method: 'GET',
  path: '/screens/versions/:id',
  access: 'screen',
});

export const readVersionFile = address<{ query: typeof versionFileQuery }>()({
  method: 'GET',
  path: '/screens/versions/:id/files',
  access: 'screen',
});
