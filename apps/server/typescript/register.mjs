// Lets this thread read TypeScript whose types were stripped before and kept, so that no server, thread or child
// carries Node's own stripper along: 30 MB each. What is not kept yet is stripped by a process of its own; without
// that, Node does it as ever. Plain JavaScript, since it is what reads the rest. `node --import` it, or import it.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOurs, keptFileOf } from './kept.mjs';

/** Takes half a second; whatever hangs is not waited for. */
const STRIP_LIMIT_MS = 30_000;
let hasStripped = false;

function findKept(file) {
  const kept = keptFileOf(file, readFileSync(file));
  if (!existsSync(kept) && !hasStripped) {
    hasStripped = true;
    spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, 'strip.mjs')], {
      timeout: STRIP_LIMIT_MS,
    });
  }
  return existsSync(kept) ? kept : undefined;
}

registerHooks({
  load(url, context, nextLoad) {
    const file = url.startsWith('file:') && url.endsWith('.ts') ? fileURLToPath(url) : undefined;
    const kept = file !== undefined && isOurs(file) ? findKept(file) : undefined;
    return kept === undefined ? nextLoad(url, context) : { format: 'module', shortCircuit: true, source: readFileSync(kept) };
  },
});
