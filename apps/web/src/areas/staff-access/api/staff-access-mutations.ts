import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { answerGrant, closeView, openView, requestAccess } from './staff-access.ts';
import { staffAccessKeys } from './staff-access-keys.ts';

type Answer<Call extends (...input: never[]) => Promise<unknown>> = Awaited<ReturnType<Call>>;
const stale = [staffAccessKeys.views];

export const useOpenView = (after?: MutationCallbacks<Parameters<typeof openView>[0], Answer<typeof openView>>) =>
  useApiMutation({ change: openView, stale }, after);

export const useCloseView = (after?: MutationCallbacks<void, Answer<typeof closeView>>) =>
  useApiMutation({ change: () => closeView(), stale }, after);

export const useRequestAccess = (after?: MutationCallbacks<Parameters<typeof requestAccess>[0], Answer<typeof requestAccess>>) =>
  useApiMutation({ change: requestAccess, stale, isStaleOnError: true }, after);

export const useAnswerGrant = (after?: MutationCallbacks<Parameters<typeof answerGrant>[0], Answer<typeof answerGrant>>) =>
  useApiMutation({ change: answerGrant, stale: [staffAccessKeys.grants, staffAccessKeys.activity], isStaleOnError: true }, after);
