import type { combinationBody, masterValueBody } from '@vitrine/contract/posters';
import * as endpoints from '@vitrine/contract/posters.endpoints';
import type { z } from 'zod';
import { type MessageResponse, send } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import type { Versioned } from '../../../lib/use-edit-version.ts';
import { posterKeys } from './poster-keys.ts';

export type CombinationBody = z.input<typeof combinationBody>;
export type PosterValueBody = z.input<typeof masterValueBody>;
/** Names of values are on combinations, and prices are asked by both. */
const POSTER_KEYS = [posterKeys.values, posterKeys.combinations, posterKeys.prices];

/** Creates one, or with an id replaces the one that has this version. */
export const useSaveCombination = (id: string | undefined, after: MutationCallbacks<Versioned<CombinationBody>, MessageResponse>) =>
  useApiMutation(
    {
      change: ({ form: body, version }: Versioned<CombinationBody>) =>
        id ? send(endpoints.editCombination, { params: { id }, body: { ...body, version } }) : send(endpoints.createCombination, { body }),
      stale: POSTER_KEYS,
      isStaleOnError: true,
    },
    after,
  );

export const useDeleteCombination = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation(
    { change: (id: string) => send(endpoints.deleteCombination, { params: { id } }), stale: POSTER_KEYS, isStaleOnError: true },
    after,
  );

export const useSaveValue = (id: string | undefined, after: MutationCallbacks<Versioned<PosterValueBody>, MessageResponse>) =>
  useApiMutation(
    {
      change: ({ form: body, version }: Versioned<PosterValueBody>) =>
        id ? send(endpoints.editMasterValue, { params: { id }, body: { ...body, version } }) : send(endpoints.createMasterValue, { body }),
      stale: POSTER_KEYS,
      isStaleOnError: true,
    },
    after,
  );

export const useDeleteValue = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation(
    { change: (id: string) => send(endpoints.deleteMasterValue, { params: { id } }), stale: POSTER_KEYS, isStaleOnError: true },
    after,
  );
