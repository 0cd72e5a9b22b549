import type { Manifest } from '@vitrine/contract/screens';
import type { DBSchema, IDBPDatabase } from 'idb';
import type { SpareFile } from '../cache/spare-files.ts';
import type { PlayTally, PlayTotals } from '../plays/tally.ts';

/** Identity of this screen. The secret gives access to its manifest; the id alone does not. */
export interface Identity {
  deviceId: string;
  secret: string;
  /** Version with which the screen last registered. */
  versionCode: string;
}

/** Manifest that plays. All of its files are stored. */
export interface StoredManifest {
  manifest: Manifest;
  /** True for a part of a manifest, which plays until the download of the whole one is complete. Its revision is 0, so that no change applies to it. */
  isPartial?: boolean;
  etag: string | null;
  /** Id of the screen that the manifest belongs to. ETags of different screens are unrelated. */
  deviceId: string;
  /**
   * Revision at which this version of the page, or a newer one, wrote the manifest. Older versions, to which a screen may fall back, apply changes without
   * windows, layouts, synchronized playback and 1080p copies and leave this number as it is. Give it another name when a manifest has something new that this version
   * would lose.
   */
  windowsRevision?: number;
}

export interface StoredFile {
  blob: Blob;
  mimetype: string;
}

/** Stored estimate of the server's clock. */
export interface StoredClock {
  /** Server time minus local time, in milliseconds. */
  skewMs: number;
  /** Server time of the last response. The current time cannot be earlier. */
  heardAt: number;
}

export interface Schema extends DBSchema {
  identity: { key: 'me'; value: Identity };
  adopted: { key: 'now'; value: StoredManifest };
  /** Complete, verified files on origins without Cache Storage. Key: sha256. */
  files: { key: string; value: StoredFile };
  /** Parts of large files whose download is incomplete. Key: sha256 and part number. */
  parts: { key: [string, number]; value: Blob };
  /** Stored files that no manifest needs, the least recently needed first. */
  spare: { key: 'list'; value: SpareFile[] };
  clock: { key: 'server'; value: StoredClock };
  /** Plays that are counted but not yet numbered. Key: day, device, playlist followed by the side zone, media. */
  counting: { key: [string, string, string, string]; value: PlayTally };
  /** Numbered plays that the server has not acknowledged. Key: sequence. */
  sealed: { key: number; value: PlayTally };
  told: { key: 'plays'; value: PlayTotals };
}

export type Database = IDBPDatabase<Schema> & {
  /** Returns the size of the files and their limit. Present only when everything is kept in memory. */
  estimateMemory?: () => StorageEstimate;
};

/** Returns the manifest without its ETag if another version of the page wrote it, so that the whole manifest is requested once. */
export const withValidEtag = (adopted: StoredManifest): StoredManifest =>
  adopted.windowsRevision === adopted.manifest.revision ? adopted : { ...adopted, etag: null };
