import { queryOptions } from '@tanstack/react-query';
import type { StatusValue, statusBody } from '@vitrine/contract/posters';
import * as endpoints from '@vitrine/contract/posters.endpoints';
import type { z } from 'zod';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import type { Versioned } from '../../../lib/use-edit-version.ts';
import { orderKeys } from './order-keys.ts';

/** Of orders, which administrators give, and of payments, which follow the bank. */
export const orderStatusesOptions = () =>
  queryOptions({
    queryKey: orderKeys.statuses,
    queryFn: async ({ signal }): Promise<StatusValue[]> =>
      (await call(endpoints.listMasterValues, { query: { type: 'order' }, signal })).filter((value) => 'color' in value),
  });

export type OrderStatusBody = z.input<typeof statusBody>;
/** Orders carry their statuses with name and colour. */
const STATUS_KEYS = [orderKeys.statuses, orderKeys.all];

/** Creates one, or with an id replaces the one that has this version. */
export const useSaveStatus = (id: string | undefined, after: MutationCallbacks<Versioned<OrderStatusBody>, MessageResponse>) =>
  useApiMutation(
    {
      change: ({ form: body, version }: Versioned<OrderStatusBody>) =>
        id ? send(endpoints.editMasterValue, { params: { id }, body: { ...body, version } }) : send(endpoints.createMasterValue, { body }),
      stale: STATUS_KEYS,
      isStaleOnError: true,
    },
    after,
  );

export const useDeleteStatus = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation(
    { change: (id: string) => send(endpoints.deleteMasterValue, { params: { id } }), stale: STATUS_KEYS, isStaleOnError: true },
    after,
  );
