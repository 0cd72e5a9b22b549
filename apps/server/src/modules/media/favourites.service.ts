import { authorize, type Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { deleteFavourite, insertFavourite, listFavouriteIds } from './favourites.store.ts';

/** Favorites: personal marks of an account on any media that it can see. */
export const createFavouritesService = ({ db }: Pick<Platform, 'db'>) => ({
  async list(actor: Person, albumId: string): Promise<string[]> {
    await authorize(db, actor, 'album.read', [albumId]);
    return listFavouriteIds(db, actor.userId, albumId);
  },

  mark: (actor: Person, mediaId: string, isFavourite: boolean): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await authorize(tx, actor, 'media.read', [mediaId]);
      if (isFavourite) await insertFavourite(tx, actor.userId, mediaId);
      else await deleteFavourite(tx, actor.userId, mediaId);
    }),
});

export type FavouritesService = ReturnType<typeof createFavouritesService>;
