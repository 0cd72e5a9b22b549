import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { BROWSER_TARGET } from './browser-target.ts';

const ENTRY = fileURLToPath(new URL('../src/shell/service-worker.ts', import.meta.url));

/**
 * Builds the service worker after the page, since it has to know which files the page consists
 * of: with them it loads a screen again while its server is down. It is one file without imports
 * and without a hash in its name, which is its identity for the browser. Its version changes with
 * any byte of the page.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const names = Object.keys(bundle)
        .filter((name) => !name.endsWith('.map'))
        .sort();
      const hash = createHash('sha256');
      /** SHA-256 of each file, by which the worker recognizes files that other code has replaced in its cache. */
      const files: Record<string, string> = {};
      for (const name of names) {
        const output = bundle[name];
        const content = output?.type === 'chunk' ? output.code : (output?.source ?? '');
        hash.update(name).update(content);
        files[name] = createHash('sha256').update(content).digest('hex');
      }
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: { __SHELL__: JSON.stringify({ version: hash.digest('hex').slice(0, 16), files }) },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: BROWSER_TARGET,
          rolldownOptions: { input: ENTRY, output: { format: 'iife', entryFileNames: 'service-worker.js' } },
        },
      });
    },
  };
}
