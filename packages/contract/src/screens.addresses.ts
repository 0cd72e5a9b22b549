/** Addresses that a screen calls. The schemas are attached in `screens.endpoints.ts`, because the screen's bundle contains no zod. */
import { endpointAddress } from './endpoint.ts';
import type { acceptedPlays, playsBody } from './plays.ts';
import type { contentsParams, fileParams, manifest, playlistContents, registerBody, registered } from './screens.ts';
import type { versionFileQuery, versionFiles } from './versions.ts';

export const registerScreen = endpointAddress<{ body: typeof registerBody; result: typeof registered }>()({
  method: 'POST',
  path: '/register/device',
  access: 'public',
});

/** Its revision is its ETag. */
export const readManifest = endpointAddress<{ result: typeof manifest }>()({ method: 'GET', path: '/screens/manifest', access: 'screen' });

/** Identical for every screen and never changed, so that caches may store it. */
export const readPlaylistContents = endpointAddress<{ params: typeof contentsParams; result: typeof playlistContents }>()({
  method: 'GET',
  path: '/screens/contents/:digest',
  access: 'screen',
});

/** Whole, or as the Range of the request asks. */
export const readScreenFile = endpointAddress<{ params: typeof fileParams }>()({
  method: 'GET',
  path: '/screens/files/:sha256',
  access: 'screen',
});

export const reportPlays = endpointAddress<{ body: typeof playsBody; result: typeof acceptedPlays }>()({
  method: 'POST',
  path: '/screens/plays',
  access: 'screen',
});

export const listVersionFiles = endpointAddress<{ result: typeof versionFiles }>()({
  method: 'GET',
  path: '/screens/versions/:id',
  access: 'screen',
});

export const readVersionFile = endpointAddress<{ query: typeof versionFileQuery }>()({
  method: 'GET',
  path: '/screens/versions/:id/files',
  access: 'screen',
});
