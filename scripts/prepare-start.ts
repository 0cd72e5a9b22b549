/** Builds stale outputs for `npm start`. Writes the path of the server's entry file to file descriptor 3. */
import { writeSync } from 'node:fs';
import { buildApps } from './build-apps.ts';
import { buildServer } from './build-server.ts';

const RESULT_STREAM = 3;

buildApps({ onlyIfStale: true });
writeSync(RESULT_STREAM, await buildServer({ onlyIfStale: true }));
