import type { combinationBody, masterValueBody } from '@vitrine/contract/posters';
import * as endpoints from '@vitrine/contract/posters.endpoints';
import type { z } from 'zod';
import { send } from '../../../lib/api-client.ts';
import { type After, useChange } from '../../../lib/use-change.ts';
import { posterKeys } from '../poster-keys.ts';

export type CombinationForm = z.input<typeof combinationBody>;
export type ValueForm = z.input<typeof masterValueBody>;
interface Said {
  message?: string;
}

/** Names of values are on combinations, and prices are asked by both. */
const stale = [posterKeys.values, posterKeys.combinations, posterKeys.prices];

/** Without an id, a new one. */
export const useSaveCombination = (id: string | undefined, after: After<CombinationForm, Said>) =>
  useChange(
    {
      change: (body: CombinationForm) =>
        id ? send(endpoints.editCombination, { params: { id }, body }) : send(endpoints.createCombination, { body }),
      stale,
      isStaleOnError: true,
    },
    after,
  );

export const useDeleteCombination = (after: After<string, Said>) =>
  useChange({ change: (id: string) => send(endpoints.deleteCombination, { params: { id } }), stale, isStaleOnError: true }, after);

export const useSaveValue = (id: string | undefined, after: After<ValueForm, Said>) =>
  useChange(
    {
      change: (body: ValueForm) =>
        id ? send(endpoints.editMasterValue, { params: { id }, body }) : send(endpoints.createMasterValue, { body }),
      stale,
      isStaleOnError: true,
    },
    after,
  );

export const useDeleteValue = (after: After<string, Said>) =>
  useChange({ change: (id: string) => send(endpoints.deleteMasterValue, { params: { id } }), stale, isStaleOnError: true }, after);
