import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { canOthersRead } from './program-files.ts';

it.each([
  [0o755, 0o644, true],
  [0o711, 0o604, true],
  [0o700, 0o644, false],
  [0o755, 0o640, false],
])('reports whether others can read a file: folder mode %o, file mode %o, %s', async (folderMode, fileMode, isReadable) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-program-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'program.js');
  await writeFile(file, '');
  await chmod(file, fileMode);
  await chmod(folder, folderMode);
  expect(canOthersRead(file)).toBe(isReadable);
});
