import { authorize, type Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { deleteFavourites, insertFavourites, listFavouriteIds } from './favourites.store.ts';

/** Favorites: personal marks of an account on any media that it can see. */
export const createFavouritesService = ({ db }: Pick<Platform, 'db'>) => ({
  async list(actor: Person, albumId: string): Promise<string[]> {
    await authorize(db, actor, 'album.read', [albumId]);
    return listFavouriteIds(db, actor.userId, albumId);
  },

  /** Marks all of the media, or none when one of them is not visible. */
  mark: (actor: Person, mediaIds: string[], isFavourite: boolean): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await authorize(tx, actor, 'media.read', mediaIds);
      if (isFavourite) await insertFavourites(tx, actor.userId, mediaIds);
      else await deleteFavourites(tx, actor.userId, mediaIds);
    }),
});

export type FavouritesService = ReturnType<typeof createFavouritesService>;
