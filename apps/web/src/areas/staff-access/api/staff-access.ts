import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { GrantAnswer, GrantDuration } from '@vitrine/contract/staff-access';
import * as endpoints from '@vitrine/contract/staff-access.endpoints';
import { call, send } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

export const staffAccessKeys = {
  /** How a staff member may view an account. */
  views: ['staff-access', 'views'],
  view: (userId: string) => ['staff-access', 'views', userId],
  /** Requests to view the user's own account, and permissions in force. */
  grants: ['staff-access', 'grants'],
  activity: ['staff-access', 'activity'],
};

/** Polling interval for the end of a view and for the user's answer. */
const POLL_INTERVAL_MS = 15_000;
const ACTIVITY_PAGE_SIZE = 20;

export const viewOptionsQuery = (userId: string) =>
  queryOptions({
    queryKey: staffAccessKeys.view(userId),
    queryFn: ({ signal }) => call(endpoints.readViewOptions, { params: { userId }, signal }),
    refetchInterval: POLL_INTERVAL_MS,
  });

const openView = (input: { userId: string; reason?: string }) => call(endpoints.openView, { body: input });
const closeView = () => send(endpoints.closeView);

const requestAccess = (input: { userId: string; duration: GrantDuration; message: string }) =>
  send(endpoints.requestGrant, { body: input });

export const staffGrantsQuery = queryOptions({
  queryKey: staffAccessKeys.grants,
  queryFn: ({ signal }) => call(endpoints.listStaffGrants, { signal }),
  staleTime: 300_000,
});

const answerGrant = ({ id, ...body }: GrantAnswer & { id: string }) => send(endpoints.answerStaffGrant, { params: { id }, body });

/** Staff visits to the user's own account, newest first. */
export const activityQuery = infiniteQueryOptions({
  queryKey: staffAccessKeys.activity,
  queryFn: ({ pageParam, signal }) =>
    call(endpoints.listActivity, { query: { before: pageParam, dataPerPage: ACTIVITY_PAGE_SIZE }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => (page.length < ACTIVITY_PAGE_SIZE ? undefined : page.at(-1)?._id),
});

type Answer<Call extends (...input: never[]) => Promise<unknown>> = Awaited<ReturnType<Call>>;
const invalidates = [staffAccessKeys.views];

export const useOpenView = (after?: MutationCallbacks<Parameters<typeof openView>[0], Answer<typeof openView>>) =>
  useApiMutation({ mutate: openView, invalidates }, after);

export const useCloseView = (after?: MutationCallbacks<void, Answer<typeof closeView>>) =>
  useApiMutation({ mutate: () => closeView(), invalidates }, after);

export const useRequestAccess = (after?: MutationCallbacks<Parameters<typeof requestAccess>[0], Answer<typeof requestAccess>>) =>
  useApiMutation({ mutate: requestAccess, invalidates, invalidatesOnError: true }, after);

export const useAnswerGrant = (after?: MutationCallbacks<Parameters<typeof answerGrant>[0], Answer<typeof answerGrant>>) =>
  useApiMutation({ mutate: answerGrant, invalidates: [staffAccessKeys.grants, staffAccessKeys.activity], invalidatesOnError: true }, after);
