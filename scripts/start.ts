/** Starts the whole product: builds the web app and the screen when they are stale, then the server. */
import { buildApps } from './build-apps.ts';

process.env['NODE_ENV'] ??= 'production';
buildApps({ onlyIfStale: true });
await import('../apps/server/src/main.ts');
