import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { BROWSER_TARGET } from './build/browser-target.ts';
import { serviceWorker } from './build/service-worker.ts';

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as { version: string };

export default defineConfig({
  base: '/screen/',
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [serviceWorker()],
  // A screen is one small page; polyfills for preloading would outweigh what they preload.
  build: { target: BROWSER_TARGET, modulePreload: false },
});
