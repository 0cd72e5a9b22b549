import { type After, useChange } from '../../../lib/use-change.ts';
import { staffAccessKeys } from '../staff-access-keys.ts';
import { answerGrant, closeView, openView, requestAccess } from './staff-access.ts';

type Answer<Call extends (...input: never[]) => Promise<unknown>> = Awaited<ReturnType<Call>>;
const stale = [staffAccessKeys.views];

export const useOpenView = (after?: After<Parameters<typeof openView>[0], Answer<typeof openView>>) =>
  useChange({ change: openView, stale }, after);

export const useCloseView = (after?: After<void, Answer<typeof closeView>>) => useChange({ change: () => closeView(), stale }, after);

export const useRequestAccess = (after?: After<Parameters<typeof requestAccess>[0], Answer<typeof requestAccess>>) =>
  useChange({ change: requestAccess, stale, isStaleOnError: true }, after);

export const useAnswerGrant = (after?: After<Parameters<typeof answerGrant>[0], Answer<typeof answerGrant>>) =>
  useChange({ change: answerGrant, stale: [staffAccessKeys.grants, staffAccessKeys.activity], isStaleOnError: true }, after);
