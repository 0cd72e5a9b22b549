import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launchEmbeddedPostgres } from './embedded-postgres.ts';
import { assertSameMajorVersion, EMBEDDED_MAJOR } from './postgres-version.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'vitrine-major-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('a data folder with the database of another major version', () => {
  it('is refused and left unchanged, with the commands for an upgrade', async () => {
    const older = `postgres-${EMBEDDED_MAJOR - 1}`;
    await mkdir(path.join(dataDir, older));
    await expect(launchEmbeddedPostgres(dataDir)).rejects.toThrow(
      new RegExp(`PostgreSQL ${EMBEDDED_MAJOR - 1}\\. .*Nothing was changed.*npm run backup.*DATA_DIR=${dataDir}-new npm run restore`, 's'),
    );
    expect(await readdir(dataDir)).toEqual([older]);
  });

  it('starts when it also has a database of this version, or has none', async () => {
    expect(assertSameMajorVersion(dataDir)).toBeUndefined();
    for (const name of ['postgres-17', 'postgres-18', 'postgres-programs']) await mkdir(path.join(dataDir, name));
    expect(assertSameMajorVersion(dataDir, 18)).toBeUndefined();
    expect(() => assertSameMajorVersion(dataDir, 19)).toThrow('PostgreSQL 18. This version of Vitrine includes PostgreSQL 19');
  });
});
