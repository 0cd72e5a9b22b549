import type { RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { definePort } from '../../platform/ports.ts';

/** What albums show, which they do not know themselves. */
export interface AlbumContentsQueries {
  /**
   * The first picture of an album as a subquery of at most one row: `key`, `rotation`, `thumbhash`. Part of the statement that lists
   * albums: asked on its own it took a quarter of the pages a second.
   */
  selectFirstPicture(albumId: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Whether a media of the album shows this original. */
  isShown(db: Db, albumId: string, originalId: string): Promise<boolean>;
  /** Whose albums these are, and everybody who ever put something into them: whose storage they take. */
  listFileOwners(db: Db, albumIds: readonly string[]): Promise<string[]>;
}
export const albumContents = definePort<AlbumContentsQueries>('album contents');
