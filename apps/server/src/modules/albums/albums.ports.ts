import type { Db } from '../../platform/database/database.ts';
import { definePort } from '../../platform/ports.ts';

export interface Cover {
  fileId: string;
  rotation: number;
  thumbhash: Buffer | null;
}

/** What albums show, which they do not know themselves. */
export interface AlbumContents {
  /** The first picture of each of these albums, as far as it has one. */
  firstPictures(db: Db, albumIds: string[]): Promise<Map<string, Cover>>;
  /** Whether a media of the album shows this original. */
  shows(db: Db, albumId: string, originalId: string): Promise<boolean>;
}
export const albumContents = definePort<AlbumContents>('album contents');
