import { queryOptions, skipToken } from '@tanstack/react-query';
import type { combinationBody, MasterValue, masterValueBody } from '@vitrine/contract/posters';
import * as endpoints from '@vitrine/contract/posters.endpoints';
import type { z } from 'zod';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import type { Versioned } from '../../../lib/use-edit-version.ts';
import { getCompleteChoice, type PosterChoice } from '../poster-options.ts';

export const posterKeys = {
  all: ['posters'] as const,
  values: ['posters', 'values'] as const,
  combinations: ['posters', 'combinations'] as const,
  combinationsOf: (orientationId: string) => ['posters', 'combinations', orientationId] as const,
  price: (choice: Record<string, string> | undefined) => ['posters', 'price', choice ?? null] as const,
  prices: ['posters', 'price'] as const,
};

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

type CombinationBody = z.input<typeof combinationBody>;
type PosterValueBody = z.input<typeof masterValueBody>;
/** Combinations contain names of values, and both requests return prices. */
const POSTER_KEYS = [posterKeys.values, posterKeys.combinations, posterKeys.prices];

/** Creates one, or with an id replaces the one that has this version. */
export const useSaveCombination = (id: string | undefined, after: MutationCallbacks<Versioned<CombinationBody>, MessageResponse>) =>
  useApiMutation(
    {
      mutate: ({ form: body, version }: Versioned<CombinationBody>) =>
        id ? send(endpoints.editCombination, { params: { id }, body: { ...body, version } }) : send(endpoints.createCombination, { body }),
      invalidates: POSTER_KEYS,
      invalidatesOnError: true,
    },
    after,
  );

export const useDeleteCombination = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation(
    { mutate: (id: string) => send(endpoints.deleteCombination, { params: { id } }), invalidates: POSTER_KEYS, invalidatesOnError: true },
    after,
  );

export const useSaveValue = (id: string | undefined, after: MutationCallbacks<Versioned<PosterValueBody>, MessageResponse>) =>
  useApiMutation(
    {
      mutate: ({ form: body, version }: Versioned<PosterValueBody>) =>
        id ? send(endpoints.editMasterValue, { params: { id }, body: { ...body, version } }) : send(endpoints.createMasterValue, { body }),
      invalidates: POSTER_KEYS,
      invalidatesOnError: true,
    },
    after,
  );

export const useDeleteValue = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation(
    { mutate: (id: string) => send(endpoints.deleteMasterValue, { params: { id } }), invalidates: POSTER_KEYS, invalidatesOnError: true },
    after,
  );
