import type { BinnedPlaylist } from '@vitrine/contract';
import type { Db, Tx } from '../../platform/database/database.ts';
import { definePort } from '../../platform/ports.ts';
import type { OwnerScope } from '../organisations/index.ts';

/** Playlists in the bin. The account owns the playlists, or is a member of the family that does. NOT_FOUND otherwise. */
export interface PlaylistBin {
  /** Lists deleted playlists, newest first. */
  list: (db: Db, scope: OwnerScope) => Promise<BinnedPlaylist[]>;
  /** Locks memberships, so it needs a separate transaction. */
  restore: (tx: Tx, userId: string, ids: string[]) => Promise<void>;
  purge: (tx: Tx, userId: string, ids: string[]) => Promise<void>;
}

export const playlistBin = definePort<PlaylistBin>('playlist bin');
