import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ScreenIdentity } from '../simulate/screen-calls.ts';

/** State of a data folder. `making` is left behind by a run that was interrupted. */
export type Made = { state: 'making' } | { state: 'made'; screens: ScreenIdentity[] };

const fileIn = (dataDir: string) => path.join(dataDir, 'demo.json');

/** Null for a folder that is empty or not there. Refuses one that holds anything but a demo. */
export async function readMade(dataDir: string): Promise<Made | null> {
  const names = await readdir(dataDir).catch(() => [] as string[]);
  if (names.length === 0) return null;
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`${dataDir} contains data that isn’t from the demo. Set DATA_DIR to another folder.`);
  return JSON.parse(text) as Made;
}

export async function keepMade(dataDir: string, made: Made): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const whole = `${fileIn(dataDir)}.new`;
  await writeFile(whole, JSON.stringify(made), { mode: 0o600 });
  await rename(whole, fileIn(dataDir));
}

/** The note goes last: what is left of an interrupted removal is still known for what it is. */
export async function removeDemo(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name !== path.basename(fileIn(dataDir))) await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}
