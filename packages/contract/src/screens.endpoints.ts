import { addSchemas } from './endpoint.ts';
import { acceptedPlays, playsBody } from './plays.ts';
import { readSourceDocument as documentAddress } from './screen-sources.addresses.ts';
import * as addresses from './screens.addresses.ts';
import { contentsParams, fileParams, manifest, playlistContents, registerBody, registered, sourceParams } from './screens.ts';
import { sourceDocument } from './sources.ts';
import { versionFileQuery, versionFiles } from './versions.ts';

export const registerScreen = addSchemas(addresses.registerScreen, {
  tag: 'screens',
  summary: 'Registers a screen and returns its id and its secret.',
  errors: [],
  body: registerBody,
  result: registered,
});
export const readManifest = addSchemas(addresses.readManifest, {
  tag: 'screens',
  summary: 'Returns the playlists, schedules and files that the screen needs to play.',
  description:
    'The ETag is the revision of the manifest. A request with `If-None-Match` returns 304 while nothing has changed. The header `Server-Time` is the time of the server in epoch milliseconds.',
  errors: [],
  result: manifest,
  hasEtag: true,
});
export const readPlaylistContents = addSchemas(addresses.readPlaylistContents, {
  tag: 'screens',
  summary: 'Returns the items of a playlist by their digest, which never change.',
  description: 'The response never changes, so a cache between the server and its screens may keep it forever.',
  errors: ['NOT_FOUND'],
  params: contentsParams,
  result: playlistContents,
});
export const readSourceDocument = addSchemas(documentAddress, {
  tag: 'screens',
  summary: "Returns a document of a data source that the screen's manifest names.",
  description: 'The response never changes, so the screen keeps it and requests only documents that it does not have.',
  errors: ['NOT_FOUND'],
  params: sourceParams,
  result: sourceDocument,
});
export const readScreenFile = addSchemas(addresses.readScreenFile, {
  tag: 'screens',
  summary: "Returns a file that the screen's manifest refers to, whole or by ranges.",
  errors: ['NOT_FOUND'],
  params: fileParams,
  answers: 'bytes',
});
export const reportPlays = addSchemas(addresses.reportPlays, {
  tag: 'screens',
  summary: 'Reports what the screen played.',
  errors: [],
  body: playsBody,
  result: acceptedPlays,
});
export const listVersionFiles = addSchemas(addresses.listVersionFiles, {
  tag: 'screens',
  summary: 'Lists the files of a version of the screen software.',
  errors: ['NOT_FOUND'],
  result: versionFiles,
});
export const readVersionFile = addSchemas(addresses.readVersionFile, {
  tag: 'screens',
  summary: 'Returns one file of a version of the screen software.',
  errors: ['NOT_FOUND'],
  query: versionFileQuery,
  answers: 'bytes',
});
