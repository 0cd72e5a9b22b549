import type { Readable } from 'node:stream';
import { type Entry, open, type ZipFile } from 'yauzl';
import { refuseFiles } from './version-pack.ts';
import { isLitter } from './version-paths.rules.ts';

/** Folders count as well. */
const MAX_ENTRIES = 2000;

/**
 * Gives each file of an archive to `take`, in its order. It may come from anybody: paths that lead out of it and sizes that are not as said are refused
 * by the reader, and how much is taken is up to `take`, which sees the bytes as they are.
 */
export async function readZip(path: string, take: (name: string, bytes: Readable) => Promise<void>): Promise<void> {
  const zip = await openZip(path);
  try {
    if (zip.entryCount > MAX_ENTRIES) throw refuseFiles('This zip file contains too many files.');
    for (let entry = await nextOf(zip); entry; entry = await nextOf(zip)) {
      if (entry.fileName.endsWith('/') || isLitter(entry.fileName)) continue;
      if (entry.isEncrypted()) throw refuseFiles('This zip file is encrypted. Upload one without a password.');
      await take(entry.fileName, await bytesOf(zip, entry));
    }
  } finally {
    zip.close();
  }
}

const BROKEN = 'Couldn’t read this zip file.';

const openZip = (path: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false }, (error, zip) => (zip ? resolve(zip) : reject(refuseFiles(BROKEN, error))));
  });

const nextOf = (zip: ZipFile): Promise<Entry | undefined> =>
  new Promise((resolve, reject) => {
    const settle = (done: () => void) => {
      zip.removeAllListeners('entry').removeAllListeners('end').removeAllListeners('error');
      done();
    };
    zip.once('entry', (entry: Entry) => settle(() => resolve(entry)));
    zip.once('end', () => settle(() => resolve(undefined)));
    zip.once('error', (error) => settle(() => reject(refuseFiles(BROKEN, error))));
    zip.readEntry();
  });

const bytesOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (stream ? resolve(stream) : reject(refuseFiles(BROKEN, error))));
  });
