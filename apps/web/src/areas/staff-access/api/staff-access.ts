import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { GrantAnswer, GrantDuration } from '@vitrine/contract/staff-access';
import * as endpoints from '@vitrine/contract/staff-access.endpoints';
import { call, send } from '../../../lib/api-client.ts';
import { staffAccessKeys } from './staff-access-keys.ts';

/** How soon a page notices that its view has ended, or that the user has answered. */
const ASK_AGAIN_MS = 15_000;
const ACTIVITY_PAGE = 20;

export const viewOptionsQuery = (userId: string) =>
  queryOptions({
    queryKey: staffAccessKeys.view(userId),
    queryFn: ({ signal }) => call(endpoints.readViewOptions, { params: { userId }, signal }),
    refetchInterval: ASK_AGAIN_MS,
  });

export const openView = (input: { userId: string; reason?: string }) => call(endpoints.openView, { body: input });
export const closeView = () => send(endpoints.closeView);

export const requestAccess = (input: { userId: string; duration: GrantDuration; message: string }) =>
  send(endpoints.requestGrant, { body: input });

export const staffGrantsQuery = queryOptions({
  queryKey: staffAccessKeys.grants,
  queryFn: ({ signal }) => call(endpoints.listStaffGrants, { signal }),
  staleTime: 300_000,
});

export const answerGrant = ({ id, ...body }: GrantAnswer & { id: string }) => send(endpoints.answerStaffGrant, { params: { id }, body });

/** When staff viewed the own account, newest first. */
export const activityQuery = infiniteQueryOptions({
  queryKey: staffAccessKeys.activity,
  queryFn: ({ pageParam, signal }) => call(endpoints.listActivity, { query: { before: pageParam, dataPerPage: ACTIVITY_PAGE }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => (page.length < ACTIVITY_PAGE ? undefined : page.at(-1)?._id),
});
