// Strips the types of all our sources that a server may load, and lets go what was made of older ones.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { isOurs, keptFileOf, keptFolder, sourceFolders } from './kept.mjs';

mkdirSync(keptFolder, { recursive: true });
const current = new Set();
for (const folder of sourceFolders) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/(?<!\.test|\.d)\.ts$/.test(entry.name) || !isOurs(file)) continue;
    const source = readFileSync(file, 'utf8');
    const kept = keptFileOf(file, source);
    current.add(path.basename(kept));
    if (existsSync(kept)) continue;
    // Several processes may do this at once: none reads what another has half written.
    const unfinished = `${kept}.${process.pid}`;
    writeFileSync(unfinished, stripTypeScriptTypes(source));
    renameSync(unfinished, kept);
  }
}
for (const name of readdirSync(keptFolder))
  if (name.endsWith('.mjs') && !current.has(name)) rmSync(path.join(keptFolder, name), { force: true });
