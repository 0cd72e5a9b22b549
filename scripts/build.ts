/** Builds the web app and the screen; with --if-stale only when their sources changed since. */
import { buildApps } from './build-apps.ts';

buildApps({ onlyIfStale: process.argv.includes('--if-stale') });
