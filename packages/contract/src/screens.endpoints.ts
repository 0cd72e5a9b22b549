import { withSchemas } from './endpoint.ts';
import { playsBody, playsTaken } from './plays.ts';
import * as addresses from './screens.addresses.ts';
import { contentsParams, fileParams, manifest, playlistContents, registerBody, registered } from './screens.ts';
import { versionFileQuery, versionFiles } from './versions.ts';

export const registerScreen = withSchemas(addresses.registerScreen, { tag: 'screens', body: registerBody, result: registered });
export const readManifest = withSchemas(addresses.readManifest, { tag: 'screens', result: manifest, hasEtag: true });
export const readContents = withSchemas(addresses.readContents, { tag: 'screens', params: contentsParams, result: playlistContents });
export const readFile = withSchemas(addresses.readFile, { tag: 'screens', params: fileParams, answers: 'bytes' });
export const reportPlays = withSchemas(addresses.reportPlays, { tag: 'screens', body: playsBody, result: playsTaken });
export const readVersion = withSchemas(addresses.readVersion, { tag: 'screens', result: versionFiles });
export const readVersionFile = withSchemas(addresses.readVersionFile, { tag: 'screens', query: versionFileQuery, answers: 'bytes' });
