import type { Media, mediaSearchQuery } from '@vitrine/contract';
import type { z } from 'zod';
import { searchText } from '../../platform/search-text.ts';
import type { Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { authorizeList, findOwnOrganisation } from '../organisations/index.ts';
import type { Presenting } from './media.presenting.ts';
import { findMedia } from './media.read-model.ts';
import { type SearchScope, searchMedia } from './search.read-model.ts';
import { readWhen } from './search.rules.ts';
import { searchByPlace, searchByTime } from './search-taken.read-model.ts';

const FOUND_AT_MOST = 50;
/** Shorter ones are part of nearly every place's name. */
const PLACE_MIN = 3;

export function createSearchService({ db }: Pick<Platform, 'db'>, present: Presenting) {
  const byTimeAndPlace = (scope: SearchScope, text: string): Promise<string[]> => {
    const { when, rest } = readWhen(text);
    if (when && rest === '') return searchByTime(db, scope, when, FOUND_AT_MOST);
    return rest.length < PLACE_MIN ? Promise.resolve([]) : searchByPlace(db, scope, { text: rest, when, limit: FOUND_AT_MOST });
  };

  return {
    /** Media of the albums that the same scope lists, and of those shared with the person, by a part of the name or caption, by month and by place. */
    async medias(actor: Person, { string, userId = actor.userId, orgId }: z.infer<typeof mediaSearchQuery>): Promise<Media[]> {
      await authorizeList(db, actor, { userId, orgId });
      const text = searchText(string);
      if (text === '') return [];
      const orgIds = [orgId ?? (await findOwnOrganisation(db, userId))].filter((id) => id !== undefined);
      const scope = { userId, orgIds };
      const named = await searchMedia(db, scope, text, FOUND_AT_MOST);
      const further = named.length < FOUND_AT_MOST ? await byTimeAndPlace(scope, text) : [];
      const ids = [...new Set([...named, ...further])].slice(0, FOUND_AT_MOST);
      return ids.length === 0 ? [] : present(db, actor, await findMedia(db, ids));
    },
  };
}

export type SearchService = ReturnType<typeof createSearchService>;
