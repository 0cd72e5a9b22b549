import type { Media, mediaSearchQuery } from '@vitrine/contract';
import type { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { authorize, type Person } from '../access/index.ts';
import type { createMediaModule } from '../media/index.ts';
import { searchMedia, searchText } from './search.read-model.ts';

const FOUND_AT_MOST = 50;

export interface SearchDeps {
  db: Database;
  media: Pick<ReturnType<typeof createMediaModule>, 'findMediaByIds'>;
}

export const createSearchService = ({ db, media }: SearchDeps) => ({
  /** Media of every album the person can see, by a part of the name or caption. */
  async medias(actor: Person, { string, userId = actor.userId }: z.infer<typeof mediaSearchQuery>): Promise<Media[]> {
    await authorize(db, actor, 'account.read', [userId]);
    const text = searchText(string);
    if (text === '') return [];
    return media.findMediaByIds(db, await searchMedia(db, userId, text, FOUND_AT_MOST));
  },
});

export type SearchService = ReturnType<typeof createSearchService>;
