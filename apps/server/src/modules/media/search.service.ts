import type { Media, mediaSearchQuery } from '@vitrine/contract';
import type { z } from 'zod';
import { normalizeSearchText } from '../../platform/search-text.ts';
import type { Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { authorizeList, findOwnOrganisation } from '../organisations/index.ts';
import type { PresentMediaList } from './media.presenter.ts';
import { findMedia } from './media.read-model.ts';
import { type SearchScope, searchMedia } from './search.read-model.ts';
import { parseSearchDate } from './search.rules.ts';
import { searchByCaptureTime, searchByPlaceName } from './search-by-capture.read-model.ts';

const MAX_RESULTS = 50;
/** Shorter ones are part of nearly every place's name. */
const MIN_PLACE_QUERY_LENGTH = 3;

export function createSearchService({ db }: Pick<Platform, 'db'>, present: PresentMediaList) {
  const searchByTimeAndPlace = (scope: SearchScope, text: string): Promise<string[]> => {
    const { when, rest } = parseSearchDate(text);
    if (when && rest === '') return searchByCaptureTime(db, scope, when, MAX_RESULTS);
    return rest.length < MIN_PLACE_QUERY_LENGTH
      ? Promise.resolve([])
      : searchByPlaceName(db, scope, { text: rest, when, limit: MAX_RESULTS });
  };

  return {
    /** Media of the albums that the same scope lists, and of those shared with the person, by a part of the name or caption, by month and by place. */
    async search(actor: Person, { string, userId = actor.userId, orgId }: z.infer<typeof mediaSearchQuery>): Promise<Media[]> {
      await authorizeList(db, actor, { userId, orgId });
      const text = normalizeSearchText(string);
      if (text === '') return [];
      const orgIds = [orgId ?? (await findOwnOrganisation(db, userId))].filter((id) => id !== undefined);
      const scope = { userId, orgIds };
      const named = await searchMedia(db, scope, text, MAX_RESULTS);
      const further = named.length < MAX_RESULTS ? await searchByTimeAndPlace(scope, text) : [];
      const ids = [...new Set([...named, ...further])].slice(0, MAX_RESULTS);
      return ids.length === 0 ? [] : present(db, actor, await findMedia(db, ids));
    },
  };
}

export type SearchService = ReturnType<typeof createSearchService>;
