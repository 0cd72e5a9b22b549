import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { endpointsWithoutSchemas } from './build/endpoints-without-schemas.ts';
import { hoverMedia } from './build/hover-media.ts';
import { minifyPublicScripts } from './build/minify-public-scripts.ts';
import { isSignedInOnly } from './build/signed-in-modules.ts';
import { prerenderPages } from './prerender/prerender-pages.ts';

/** Address of the server during `npm run dev`. */
const api = 'http://localhost:3000';

/** How names of files begin that the first script of every page imports. */
const ALWAYS_LOADED = 'assets/_';

const isConsoleCode = (id: string) => /[\\/]console[\\/]/.test(id);
const isForSignedIn = isSignedInOnly();

export default defineConfig({
  base: '/',
  css: { postcss: { plugins: [hoverMedia()] } },
  plugins: [react(), endpointsWithoutSchemas(), minifyPublicScripts(), prerenderPages()],
  build: {
    target: ['chrome111', 'edge111', 'firefox128', 'safari17.4'],
    // Public pages must stay readable in older browsers, which show them with a message.
    cssTarget: ['chrome69', 'safari13'],
    // Inlined assets would be data: addresses, which the server's policy allows for pictures alone.
    assetsInlineLimit: 0,
    // All supported browsers have modulepreload. Files that every page loads need not be preloaded again for each.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, dependencies) => dependencies.filter((file) => !file.startsWith(ALWAYS_LOADED)),
    },
    // All styles are 13 kB compressed: one file arrives sooner than the dozen small ones of a page.
    cssCodeSplit: false,
    rolldownOptions: {
      // On a busy machine, it would print warnings about the time of plugins at the first start.
      checks: { bundlerTimings: false },
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
            // Code that every page starts with is in one file for the same reason.
            {
              name: 'start',
              test: /[\\/]web[\\/]src[\\/](lib[\\/](platform|query-client|early-input)|ui[\\/](toast-store|toaster|button|empty-state|use-page-title)|areas[\\/]accounts[\\/](landing|chosen-plan))\.tsx?$/,
            },
            // Forms have most of them.
            { name: 'fields', test: /[\\/]web[\\/]src[\\/]ui[\\/]text-field\.tsx$/ },
            // Shared code of most pages is in one file: many tiny files compress worse and need a request each.
            {
              name: 'shared',
              test: /[\\/](web[\\/]src[\\/](ui(?!.app-icons)|lib|areas[\\/]accounts)|packages[\\/]contract)[\\/]/,
              minShareCount: 50,
            },
            // Public pages stay small: what they share is divided by the pages that need it.
            {
              name: (id, graph) => (isForSignedIn(id, graph) ? null : 'public'),
              debugName: 'public',
              minShareCount: 2,
              entriesAware: true,
            },
            // A signed-in page would otherwise request 90 files, most of them smaller than 2 kB.
            {
              name: (id, graph) => (isForSignedIn(id, graph) && !isConsoleCode(id) ? 'signed-in' : null),
              debugName: 'signed-in',
              test: /[\\/](web[\\/]src|packages[\\/]contract)[\\/]/,
              minShareCount: 6,
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
