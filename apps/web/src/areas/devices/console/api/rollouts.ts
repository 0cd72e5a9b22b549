import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Rollout, RolloutChange } from '@vitrine/contract/rollouts';
import * as endpoints from '@vitrine/contract/versions.endpoints';
import { call, send } from '../../../../lib/api-client.ts';
import { versionKeys } from './version-keys.ts';

const ROLLOUTS_PAGE_SIZE = 25;
/** The server takes a step every five seconds. */
const RUNNING_REFRESH_MS = 3000;
const IDLE_REFRESH_MS = 15_000;

/** Those under way come first, then those that ended. */
export const rolloutsOptions = infiniteQueryOptions({
  queryKey: versionKeys.rollouts,
  queryFn: ({ pageParam, signal }) => call(endpoints.listRollouts, { query: { page: pageParam, dataPerPage: ROLLOUTS_PAGE_SIZE }, signal }),
  initialPageParam: 1,
  getNextPageParam: (page, _pages, number) => (page.length < ROLLOUTS_PAGE_SIZE ? undefined : number + 1),
  refetchInterval: ({ state }) =>
    state.data?.pages.flat().some(({ state: is }) => is === 'running') ? RUNNING_REFRESH_MS : IDLE_REFRESH_MS,
});

export const startRollout = (body: Parameters<typeof send<typeof endpoints.startRollout>>[1]['body']) =>
  send(endpoints.startRollout, { body });

export const changeRollout = ({ rollout, ...change }: { rollout: Rollout } & Omit<RolloutChange, 'updatedAt'>) =>
  send(endpoints.changeRollout, { params: { id: rollout._id }, body: { ...change, updatedAt: rollout.updatedAt } });
