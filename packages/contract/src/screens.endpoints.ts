import { withSchemas } from './endpoint.ts';
import { playsBody, playsTaken } from './plays.ts';
import * as addresses from './screens.addresses.ts';
import { contentsParams, fileParams, manifest, playlistContents, registerBody, registered } from './screens.ts';
import { versionFileQuery, versionFiles } from './versions.ts';

export const registerScreen = withSchemas(addresses.registerScreen, {
  tag: 'screens',
  summary: 'Registers a screen and returns its id and its secret.',
  errors: [],
  body: registerBody,
  result: registered,
});
export const readManifest = withSchemas(addresses.readManifest, {
  tag: 'screens',
  summary: 'Returns the playlists, schedules and files that the screen needs to play.',
  description: 'The ETag is the revision of the manifest. A request with `If-None-Match` returns 304 while nothing has changed.',
  errors: [],
  result: manifest,
  hasEtag: true,
});
export const readPlaylistContents = withSchemas(addresses.readPlaylistContents, {
  tag: 'screens',
  summary: 'Returns the items of a playlist by their digest, which never change.',
  description: 'The response never changes, so a cache between the server and its screens may keep it forever.',
  errors: ['NOT_FOUND'],
  params: contentsParams,
  result: playlistContents,
});
export const readScreenFile = withSchemas(addresses.readScreenFile, {
  tag: 'screens',
  summary: "Returns a file that the screen's manifest refers to, whole or by ranges.",
  errors: ['NOT_FOUND'],
  params: fileParams,
  answers: 'bytes',
});
export const reportPlays = withSchemas(addresses.reportPlays, {
  tag: 'screens',
  summary: 'Reports what the screen played.',
  errors: [],
  body: playsBody,
  result: playsTaken,
});
export const listVersionFiles = withSchemas(addresses.listVersionFiles, {
  tag: 'screens',
  summary: 'Lists the files of a version of the screen software.',
  errors: ['NOT_FOUND'],
  result: versionFiles,
});
export const readVersionFile = withSchemas(addresses.readVersionFile, {
  tag: 'screens',
  summary: 'Returns one file of a version of the screen software.',
  errors: ['NOT_FOUND'],
  query: versionFileQuery,
  answers: 'bytes',
});
