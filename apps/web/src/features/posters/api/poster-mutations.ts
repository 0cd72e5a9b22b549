import type { combinationBody, masterValueBody } from '@vitrine/contract/posters';
import * as endpoints from '@vitrine/contract/posters.endpoints';
import type { z } from 'zod';
import { send } from '../../../lib/api-client.ts';
import { type After, useChange } from '../../../lib/use-change.ts';
import type { Versioned } from '../../../lib/use-edit-version.ts';
import { posterKeys } from '../poster-keys.ts';

export type CombinationForm = z.input<typeof combinationBody>;
export type ValueForm = z.input<typeof masterValueBody>;
interface Said {
  message?: string;
}

/** Names of values are on combinations, and prices are asked by both. */
const stale = [posterKeys.values, posterKeys.combinations, posterKeys.prices];

/** Creates one, or with an id replaces the one that has this version. */
export const useSaveCombination = (id: string | undefined, after: After<Versioned<CombinationForm>, Said>) =>
  useChange(
    {
      change: ({ form: body, version }: Versioned<CombinationForm>) =>
        id ? send(endpoints.editCombination, { params: { id }, body: { ...body, version } }) : send(endpoints.createCombination, { body }),
      stale,
      isStaleOnError: true,
    },
    after,
  );

export const useDeleteCombination = (after: After<string, Said>) =>
  useChange({ change: (id: string) => send(endpoints.deleteCombination, { params: { id } }), stale, isStaleOnError: true }, after);

export const useSaveValue = (id: string | undefined, after: After<Versioned<ValueForm>, Said>) =>
  useChange(
    {
      change: ({ form: body, version }: Versioned<ValueForm>) =>
        id ? send(endpoints.editMasterValue, { params: { id }, body: { ...body, version } }) : send(endpoints.createMasterValue, { body }),
      stale,
      isStaleOnError: true,
    },
    after,
  );

export const useDeleteValue = (after: After<string, Said>) =>
  useChange({ change: (id: string) => send(endpoints.deleteMasterValue, { params: { id } }), stale, isStaleOnError: true }, after);
