import type { Manifest } from '@vitrine/contract/screens';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** Who this screen is. The secret opens its manifest; the id alone opens nothing. */
export interface Identity {
  deviceId: string;
  secret: string;
  /** The version it last introduced itself with. */
  versionCode: string;
}

/** The manifest on the wall. Stored only when every file of it is held. */
export interface Adopted {
  manifest: Manifest;
  etag: string | null;
  /** Whose manifest it is: under another name the same etag means something else. */
  deviceId: string;
}

export interface StoredFile {
  blob: Blob;
  mimetype: string;
}

interface Schema extends DBSchema {
  identity: { key: 'me'; value: Identity };
  adopted: { key: 'now'; value: Adopted };
  /** Whole, verified files, where the origin has no Cache Storage. Key: sha256. */
  files: { key: string; value: StoredFile };
  /** Beginnings of large files whose download was interrupted. Key: sha256 and running number. */
  parts: { key: [string, number]; value: Blob };
}

export type Database = IDBPDatabase<Schema>;

export function openDatabase(): Promise<Database> {
  return openDB<Schema>('vitrine-screen', 1, {
    upgrade(database) {
      database.createObjectStore('identity');
      database.createObjectStore('adopted');
      database.createObjectStore('files');
      database.createObjectStore('parts');
    },
    // A newer version of the page wants the database: it must not wait for this one.
    blocking: (_from, _to, event) => (event.target as IDBDatabase).close(),
  });
}
