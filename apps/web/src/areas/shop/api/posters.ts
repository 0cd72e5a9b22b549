import { queryOptions, skipToken } from '@tanstack/react-query';
import type { MasterValue } from '@vitrine/contract/posters';
import * as endpoints from '@vitrine/contract/posters.endpoints';
import { call } from '../../../lib/api-client.ts';
import { getCompleteChoice, type PosterChoice } from '../poster-options.ts';
import { posterKeys } from './poster-keys.ts';

export const posterValuesOptions = () =>
  queryOptions({
    queryKey: posterKeys.values,
    queryFn: async ({ signal }): Promise<MasterValue[]> =>
      (await call(endpoints.listMasterValues, { query: { type: 'poster' }, signal })).filter((value) => 'price' in value),
  });

/** All there are, for the console. */
export const allCombinationsOptions = () =>
  queryOptions({ queryKey: posterKeys.combinations, queryFn: ({ signal }) => call(endpoints.listCombinations, { signal }) });

export const combinationsOptions = (orientationId: string | undefined) =>
  queryOptions({
    queryKey: posterKeys.combinationsOf(orientationId ?? ''),
    queryFn: orientationId ? ({ signal }) => call(endpoints.listCombinations, { query: { orientationId }, signal }) : skipToken,
  });

/** Asked once all four options are chosen; a way that cannot be made is a 404. */
export function posterPriceOptions(choice: PosterChoice) {
  const whole = getCompleteChoice(choice);
  return queryOptions({
    queryKey: posterKeys.price(whole),
    queryFn: whole ? ({ signal }) => call(endpoints.readPosterPrice, { query: whole, signal }) : skipToken,
    retry: false,
  });
}
