import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ScreenIdentity } from '../simulate/screen-calls.ts';

/** State of a data folder. `making` remains after an interrupted run. */
export type DemoState = { state: 'making' } | { state: 'made'; screens: ScreenIdentity[] };

const stateFile = (dataDir: string) => path.join(dataDir, 'demo.json');

/** Returns null when the folder is empty or does not exist. Throws when it contains other data than a demo. */
export async function readDemoState(dataDir: string): Promise<DemoState | null> {
  const names = await readdir(dataDir).catch(() => [] as string[]);
  if (names.length === 0) return null;
  const text = await readFile(stateFile(dataDir), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`${dataDir} contains data that isn’t from the demo. Set DATA_DIR to another folder.`);
  return JSON.parse(text) as DemoState;
}

export async function saveDemoState(dataDir: string, state: DemoState): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const temporary = `${stateFile(dataDir)}.new`;
  await writeFile(temporary, JSON.stringify(state), { mode: 0o600 });
  await rename(temporary, stateFile(dataDir));
}

/** Removes the data folder. The state file is removed last, so that an interrupted removal can be continued. */
export async function removeDemo(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name !== path.basename(stateFile(dataDir))) await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}
