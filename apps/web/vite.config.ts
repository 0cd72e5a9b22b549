import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { endpointsWithoutSchemas } from './build/endpoints-without-schemas.ts';
import { minifyPublicScripts } from './build/minify-public-scripts.ts';
import { prerenderPages } from './prerender/prerender-pages.ts';

/** Where `npm run dev` has the server. */
const api = 'http://localhost:3000';

/** How names of files begin that the first script of every page imports. */
const ALWAYS_LOADED = 'assets/_';

export default defineConfig({
  base: '/',
  plugins: [react(), endpointsWithoutSchemas(), minifyPublicScripts(), prerenderPages()],
  build: {
    target: ['chrome111', 'edge111', 'firefox128', 'safari17.4'],
    // Public pages must stay readable in older browsers, which show them with a message.
    cssTarget: ['chrome69', 'safari13'],
    // Inlined assets would be data: addresses, which the server's policy allows for pictures alone.
    assetsInlineLimit: 0,
    // modulepreload is native everywhere we run. What every page has loaded already need not be named again for each.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, dependencies) => dependencies.filter((file) => !file.startsWith(ALWAYS_LOADED)),
    },
    // All styles are 13 kB, packed: one file is there sooner than the dozen small ones that a page would wait for.
    cssCodeSplit: false,
    rolldownOptions: {
      // Schemas and endpoints that nothing refers to go.
      treeshake: { manualPureFunctions: ['z', 'endpoint'] },
      output: {
        // The first view carries the name of every file there is, so that each can be fetched with all it needs: no words in it.
        chunkFileNames: ({ name }) => (name === 'framework' || name === 'start' ? `${ALWAYS_LOADED}[hash:7].js` : 'assets/[hash:7].js'),
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|use-sync-external-store)[\\/]/,
            },
            // What every page begins with, and others use too, is one file for the same reason.
            {
              name: 'start',
              test: /[\\/]web[\\/]src[\\/](lib[\\/](platform|query-client|early-input)|ui[\\/](toast-store|toaster|button|icon-button|empty-state|use-page-title)|areas[\\/]accounts[\\/](landing|chosen-plan))\.tsx?$/,
            },
            // Forms have most of them.
            { name: 'fields', test: /[\\/]web[\\/]src[\\/]ui[\\/](text-field|text-area-field|required-note)\.tsx$/ },
            // What most pages use is one file: a dozen of some hundred bytes each pack worse, and are a dozen requests.
            {
              name: 'shared',
              test: /[\\/](web[\\/]src[\\/](ui(?!.app-icons)|lib|areas[\\/]accounts)|packages[\\/]contract)[\\/]/,
              minShareCount: 41,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: api },
      '/screen': { target: api },
      '/socket.io': { target: api, ws: true },
    },
  },
});
