import type { Manifest } from '@vitrine/contract/screens';
import type { DBSchema, IDBPDatabase } from 'idb';
import type { SpareFile } from '../cache/spare-files.ts';
import type { PlayTally, PlayTotals } from '../plays/tally.ts';

/** Who this screen is. The secret opens its manifest; the id alone opens nothing. */
export interface Identity {
  deviceId: string;
  secret: string;
  /** The version it last introduced itself with. */
  versionCode: string;
}

/** The manifest on the wall. Stored only when every file of it is held. */
export interface StoredManifest {
  manifest: Manifest;
  etag: string | null;
  /** Id of the device that the manifest belongs to. The same etag means something else for another device. */
  deviceId: string;
  /**
   * The revision as of which this version of the page wrote the manifest. An older version, to which a screen may fall back, applies changes without HD copies
   * and leaves this number as it is.
   */
  writtenRevision?: number;
}

export interface StoredFile {
  blob: Blob;
  mimetype: string;
}

/** Stored estimate of the server's clock. */
export interface StoredClock {
  /** Added to this machine's clock to have the server's. */
  skewMs: number;
  /** The server's time when it was last heard: it cannot be earlier now. */
  heardAt: number;
}

export interface Schema extends DBSchema {
  identity: { key: 'me'; value: Identity };
  adopted: { key: 'now'; value: StoredManifest };
  /** Whole, verified files, where the origin has no Cache Storage. Key: sha256. */
  files: { key: string; value: StoredFile };
  /** Beginnings of large files whose download was interrupted. Key: sha256 and running number. */
  parts: { key: [string, number]; value: Blob };
  /** Held files that no manifest needs, the least recently needed first. */
  spare: { key: 'list'; value: SpareFile[] };
  clock: { key: 'server'; value: StoredClock };
  /** Plays counted and not yet numbered. Key: day, device, playlist, media. */
  counting: { key: [string, string, string, string]; value: PlayTally };
  /** Numbered plays on their way to the server. Key: sequence. */
  sealed: { key: number; value: PlayTally };
  told: { key: 'plays'; value: PlayTotals };
}

export type Database = IDBPDatabase<Schema> & {
  /** Returns the size of the files and their limit. Present only when everything is kept in memory. */
  estimateMemory?: () => StorageEstimate;
};

/** Returns the manifest without its ETag if another version of the page wrote it, so that the whole manifest is requested once. */
export const withValidEtag = (adopted: StoredManifest): StoredManifest =>
  adopted.writtenRevision === adopted.manifest.revision ? adopted : { ...adopted, etag: null };
