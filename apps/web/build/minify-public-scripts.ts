import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { minifySync } from 'rolldown/utils';
import type { Plugin } from 'vite';

/** Scripts of public/ that old browsers run too, so nothing here may introduce newer syntax. */
const SCRIPTS = ['theme.js', 'not-started.js'];

/** Minifies scripts that Vite copies without change. */
export function minifyPublicScripts(): Plugin {
  return {
    name: 'vitrine:minify-public-scripts',
    apply: 'build',
    async writeBundle({ dir }) {
      for (const name of SCRIPTS) {
        const file = path.join(dir ?? '', name);
        const { code, errors } = minifySync(name, await readFile(file, 'utf8'), { compress: { target: 'es2017' } });
        if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
        await writeFile(file, code);
      }
    },
  };
}
