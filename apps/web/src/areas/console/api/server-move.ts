import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '@vitrine/contract/server-move.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

const REFRESH_MS = 5000;
const MOVE_KEY = ['server-move'] as const;

export const serverMoveOptions = queryOptions({
  queryKey: MOVE_KEY,
  queryFn: ({ signal }) => call(endpoints.readServerMove, { signal }),
  refetchInterval: ({ state }) => (state.data?.move ? REFRESH_MS : false),
});

const startMove = (address: string) => send(endpoints.startServerMove, { body: { address } });
const endMove = () => send(endpoints.endServerMove);

export const useStartServerMove = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: startMove, invalidates: [MOVE_KEY], invalidatesOnError: true }, after);

export const useEndServerMove = (after: MutationCallbacks<void, MessageResponse>) =>
  useApiMutation({ mutate: endMove, invalidates: [MOVE_KEY], invalidatesOnError: true }, after);
