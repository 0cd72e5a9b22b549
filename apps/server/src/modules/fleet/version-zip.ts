import type { Readable } from 'node:stream';
import { type Entry, open, type ZipFile } from 'yauzl';
import { createFilesError } from './version-archive.ts';
import { isSystemFile } from './version-paths.rules.ts';

/** Maximum number of entries, including folders. */
const MAX_ENTRIES = 2000;

/**
 * Passes each file of an untrusted archive to `take`, in order. The zip reader refuses paths outside the archive and wrong sizes. `take` receives the actual bytes
 * and decides how much to read.
 */
export async function readZipEntries(path: string, take: (name: string, bytes: Readable) => Promise<void>): Promise<void> {
  const zip = await openZip(path);
  try {
    if (zip.entryCount > MAX_ENTRIES) throw createFilesError('This zip file contains too many files.');
    for (let entry = await readNextEntry(zip); entry; entry = await readNextEntry(zip)) {
      if (entry.fileName.endsWith('/') || isSystemFile(entry.fileName)) continue;
      if (entry.isEncrypted()) throw createFilesError('This zip file is encrypted. Upload one without a password.');
      await take(entry.fileName, await openEntry(zip, entry));
    }
  } finally {
    zip.close();
  }
}

const BROKEN_ZIP_MESSAGE = 'Couldn’t read this zip file.';

const openZip = (path: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false }, (error, zip) =>
      zip ? resolve(zip) : reject(createFilesError(BROKEN_ZIP_MESSAGE, error)),
    );
  });

const readNextEntry = (zip: ZipFile): Promise<Entry | undefined> =>
  new Promise((resolve, reject) => {
    const finish = (done: () => void) => {
      zip.removeAllListeners('entry').removeAllListeners('end').removeAllListeners('error');
      done();
    };
    zip.once('entry', (entry: Entry) => finish(() => resolve(entry)));
    zip.once('end', () => finish(() => resolve(undefined)));
    zip.once('error', (error) => finish(() => reject(createFilesError(BROKEN_ZIP_MESSAGE, error))));
    zip.readEntry();
  });

const openEntry = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (stream ? resolve(stream) : reject(createFilesError(BROKEN_ZIP_MESSAGE, error))));
  });
