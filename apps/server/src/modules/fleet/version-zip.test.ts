import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { VERSION_LIMITS } from '@vitrine/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aZip } from '../../testing/zip-file.ts';
import { VersionArchive } from './version-archive.ts';
import { readZipEntries } from './version-zip.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-version-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Reads a zip into a pack. */
async function unpack(bytes: Buffer): Promise<void> {
  const zip = path.join(folder, 'version.zip');
  await writeFile(zip, bytes);
  const pack = await VersionArchive.open(path.join(folder, 'pack'));
  await readZipEntries(zip, (name, bytes) => pack.add(name, bytes)).finally(pack.close);
}

const REFUSED = { code: 'VERSION_FILES_INVALID' };

it('reads a zip of a page and its scripts', async () => {
  await expect(unpack(await aZip({ 'index.html': '<p>', 'assets/a.js': 'x' }))).resolves.toBeUndefined();
});

it('refuses a zip with too many entries before it reads one', async () => {
  const many = Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`a${at}.js`, '']));
  await expect(unpack(await aZip(many))).rejects.toMatchObject({ ...REFUSED, message: 'This zip file contains too many files.' });
});

it('refuses the first file beyond the limit of a version', async () => {
  const many = Object.fromEntries(Array.from({ length: VERSION_LIMITS.filesMax + 1 }, (_, at) => [`a${at}.js`, '']));
  await expect(unpack(await aZip(many))).rejects.toMatchObject(REFUSED);
});

it('refuses bytes beyond the limit during decompression, however small the zip is', async () => {
  const bomb = Buffer.alloc(VERSION_LIMITS.bytesMax + 1);
  await expect(unpack(await aZip({ 'index.html': bomb }))).rejects.toMatchObject({
    ...REFUSED,
    message: expect.stringContaining('unpacked') as string,
  });
});

it('stops an endless stream', async () => {
  const pack = await VersionArchive.open(path.join(folder, 'pack'));
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(1024 * 1024));
    },
  });
  await expect(pack.add('index.html', endless)).rejects.toMatchObject(REFUSED);
  await pack.close();
});

it.each(['../evil.js', '/etc/passwd', 'a/../../evil.js'])('refuses an entry named %s', async (name) => {
  // The writer of zips refuses such names, so the name is put into the finished file.
  const harmless = 'x'.repeat(name.length);
  const bytes = await aZip({ [harmless]: 'content' });
  await expect(unpack(Buffer.from(bytes.toString('latin1').replaceAll(harmless, name), 'latin1'))).rejects.toMatchObject(REFUSED);
});
