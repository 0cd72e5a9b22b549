import { queryOptions, skipToken } from '@tanstack/react-query';
import * as endpoints from '@vitrine/contract/posters.endpoints';
import { call } from '../../../lib/api-client.ts';
import { type PosterChoice, wholeChoice } from '../poster-choice.ts';
import { posterKeys } from '../poster-keys.ts';

export const masterValuesOptions = () =>
  queryOptions({ queryKey: posterKeys.values, queryFn: ({ signal }) => call(endpoints.listMasterValues, { signal }) });

export const combinationsOptions = (orientationId: string | undefined) =>
  queryOptions({
    queryKey: posterKeys.combinations(orientationId ?? ''),
    queryFn: orientationId ? ({ signal }) => call(endpoints.listCombinations, { query: { orientationId }, signal }) : skipToken,
  });

/** Asked once all four options are chosen; a way that cannot be made is a 404. */
export function priceOptions(choice: PosterChoice) {
  const whole = wholeChoice(choice);
  return queryOptions({
    queryKey: posterKeys.price(whole),
    queryFn: whole ? ({ signal }) => call(endpoints.readPrice, { query: whole, signal }) : skipToken,
    retry: false,
  });
}
