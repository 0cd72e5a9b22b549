import { chmod, link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newId } from './ids.ts';

/**
 * Creates a file that only its owner can read, unless it exists, and returns the content of the file. When several processes call this at the
 * same time, one creates the file and all return its content. The file is on disk when this returns.
 */
export async function writeOnce(file: string, content: string): Promise<string> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${newId()}`;
  await writeFile(draft, content, { mode: 0o600, flush: true });
  try {
    await link(draft, file).catch(ignoreExisting);
    await chmod(file, 0o600);
  } finally {
    await rm(draft, { force: true });
  }
  await flushFolder(folder);
  return readFile(file, 'utf8');
}

/** Replaces a file that only its owner can read. A reader gets the content before or after, also when this is interrupted. */
export async function replaceFile(file: string, content: string): Promise<void> {
  const folder = path.dirname(file);
  const draft = `${file}.${newId()}`;
  await writeFile(draft, content, { mode: 0o600, flush: true });
  await rename(draft, file);
  await flushFolder(folder);
}

/** Returns the content of the file, or undefined when it does not exist. */
export async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A power cut could otherwise lose the name of a new file. Windows cannot open folders. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
