/** Builds what is stale for `npm start` and hands over, on its fourth stream, the file that starts the server. */
import { writeSync } from 'node:fs';
import { buildApps } from './build-apps.ts';
import { buildServer } from './build-server.ts';

const ANSWER = 3;

buildApps({ onlyIfStale: true });
writeSync(ANSWER, await buildServer({ onlyIfStale: true }));
