import { queryOptions, skipToken } from '@tanstack/react-query';
import type { MasterValue, PosterCombination, posterPrice } from '@vitrine/contract/posters';
import type { z } from 'zod';
import { api } from '../../../lib/api-client.ts';
import { type PosterChoice, wholeChoice } from '../poster-choice.ts';
import { posterKeys } from '../poster-keys.ts';

export const masterValuesOptions = () =>
  queryOptions({ queryKey: posterKeys.values, queryFn: ({ signal }) => api.get<MasterValue[]>('/mastervalues', { signal }) });

export const combinationsOptions = (orientationId: string | undefined) =>
  queryOptions({
    queryKey: posterKeys.combinations(orientationId ?? ''),
    queryFn: orientationId
      ? ({ signal }) => api.get<PosterCombination[]>('/postercombination', { query: { orientationId }, signal })
      : skipToken,
  });

/** Asked once all four options are chosen; a way that cannot be made is a 404. */
export function priceOptions(choice: PosterChoice) {
  const whole = wholeChoice(choice);
  return queryOptions({
    queryKey: posterKeys.price(whole),
    queryFn: whole
      ? ({ signal }) => api.get<z.infer<typeof posterPrice>>('/postercombination/get/price', { query: { ...whole }, signal })
      : skipToken,
    retry: false,
  });
}
