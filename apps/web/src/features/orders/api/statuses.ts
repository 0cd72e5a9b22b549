import { queryOptions } from '@tanstack/react-query';
import type { StatusValue, statusBody } from '@vitrine/contract/posters';
import * as endpoints from '@vitrine/contract/posters.endpoints';
import type { z } from 'zod';
import { call, send } from '../../../lib/api-client.ts';
import { type After, useChange } from '../../../lib/use-change.ts';
import type { Versioned } from '../../../lib/use-edit-version.ts';
import { orderKeys } from '../order-keys.ts';

/** Of orders, which administrators give, and of payments, which follow the bank. */
export const statusesOptions = () =>
  queryOptions({
    queryKey: orderKeys.statuses,
    queryFn: async ({ signal }): Promise<StatusValue[]> =>
      (await call(endpoints.listMasterValues, { query: { type: 'order' }, signal })).filter((value) => 'color' in value),
  });

export type StatusForm = z.input<typeof statusBody>;
interface Said {
  message?: string;
}

/** Orders carry their statuses with name and colour. */
const stale = [orderKeys.statuses, orderKeys.all];

/** Creates one, or with an id replaces the one that has this version. */
export const useSaveStatus = (id: string | undefined, after: After<Versioned<StatusForm>, Said>) =>
  useChange(
    {
      change: ({ form: body, version }: Versioned<StatusForm>) =>
        id ? send(endpoints.editMasterValue, { params: { id }, body: { ...body, version } }) : send(endpoints.createMasterValue, { body }),
      stale,
      isStaleOnError: true,
    },
    after,
  );

export const useDeleteStatus = (after: After<string, Said>) =>
  useChange({ change: (id: string) => send(endpoints.deleteMasterValue, { params: { id } }), stale, isStaleOnError: true }, after);
