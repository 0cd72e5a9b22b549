import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { rememberRows } from './reset-database.ts';
import { createTestApp, IS_SCALED, type TestApp } from './test-app.ts';

interface SharedApp {
  test: TestApp;
  /** Restores the state of a new app. `turn` is the number of test files that had this app before. */
  reset(turn: number): Promise<void>;
}

let shared: Promise<SharedApp> | undefined;
let isInUse = false;
let turns = 0;

/**
 * Returns the app that all test files of this process share, as if it were new: rows, files, jobs, recorded messages and the clock are reset. Starting an app
 * for each file, and planning its statements again, would take a quarter of the server tests' processor time. Tests that change settings, tables or global
 * state of modules need their own app, as do further apps of the same file.
 */
export async function openTestApp(): Promise<TestApp> {
  // Scaled apps have two processes and a bucket.
  if (IS_SCALED || isInUse) return createTestApp();
  isInUse = true;
  shared ??= startSharedApp();
  const { test, reset } = await shared;
  await reset(turns);
  turns += 1;
  return {
    ...test,
    close: async () => {
      isInUse = false;
      test.checkDeclaredErrors();
    },
  };
}

/** Starts the app. It ends with the process. */
async function startSharedApp(): Promise<SharedApp> {
  const test = await createTestApp();
  const restoreRows = await rememberRows(test.databaseUrl);
  const files = new Set(await listFiles(test.dataDir));
  const restoreTools = rememberFunctions(test.tools);
  const sendFrom = replaceSenderAddress(test);
  return {
    test,
    async reset(turn) {
      await restoreRows();
      for (const file of await listFiles(test.dataDir)) if (!files.has(file)) await rm(file, { force: true });
      restoreTools();
      test.clock.offsetMs = 0;
      test.printed.length = 0;
      test.nudges.length = 0;
      Object.assign(test.presence, { hasLocalUsers: true, hasOtherProcesses: false });
      sendFrom(`127.1.${turn >> 8}.${turn & 255}`);
    },
  };
}

/** Folders stay, because the server remembers which ones it has created. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => path.join(parentPath, name));
}

/** Returns a function that undoes replacements of the tools' functions. */
function rememberFunctions(tools: TestApp['tools']): () => void {
  const parts = Object.values(tools).filter((part) => typeof part === 'object');
  const originals = parts.map((part) => ({ ...part }));
  const own = { ...tools };
  return () => {
    Object.assign(tools, own);
    parts.forEach((part, index) => Object.assign(part, originals[index]));
  };
}

/** Returns a function that sets the default address of injected requests, because requests of one address are limited in the memory of the process. */
function replaceSenderAddress({ app }: TestApp): (address: string) => void {
  const inject = app.inject.bind(app);
  let remoteAddress = '127.0.0.1';
  const injectFrom = (options: string | object) =>
    inject(typeof options === 'string' ? { url: options, remoteAddress } : { remoteAddress, ...options });
  app.inject = injectFrom as typeof app.inject;
  return (address) => (remoteAddress = address);
}
