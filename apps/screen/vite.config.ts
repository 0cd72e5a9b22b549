import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';
import { BROWSER_TARGET } from './build/browser-target.ts';
import { privateFields } from './build/private-fields.ts';
import { serviceWorker } from './build/service-worker.ts';

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as { version: string };

/** Replaces the code that Vite wraps around import(), which loads the styles of a chunk. No chunk of the screen has any. */
const plainImports: Plugin = {
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
};

/** Leaves out the transport that the live link never uses, see `transports` in live-link.ts. It is a hundredth of the first script. */
const noWebTransport: Plugin = {
  name: 'no-webtransport',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id.endsWith('engine.io-client/build/esm/transports/webtransport.js') ? 'export const WT = undefined;' : null),
};

export default defineConfig({
  base: '/screen/',
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [plainImports, noWebTransport, privateFields(), serviceWorker()],
  // Class fields become assignments, which are shorter than definitions; no class of the screen has setters.
  // A screen is one small page; polyfills for preloading would outweigh what they preload.
  build: {
    target: BROWSER_TARGET,
    modulePreload: false,
    rolldownOptions: {
      transform: { assumptions: { setPublicClassFields: true } },
      // On a busy machine, it would print warnings about the time of plugins at the first start.
      checks: { bundlerTimings: false },
    },
  },
});
