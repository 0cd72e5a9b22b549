/** Builds the web app, the screen and the server; with --if-stale, only those whose sources have changed. */
import { buildApps } from './build-apps.ts';
import { buildServer } from './build-server.ts';

const onlyIfStale = process.argv.includes('--if-stale');
buildApps({ onlyIfStale });
await buildServer({ onlyIfStale });
