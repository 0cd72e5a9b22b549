import { queryOptions } from '@tanstack/react-query';
import type { Source } from '@vitrine/contract/sources';
import { createSource, deleteSource, editSource, fetchSource, listSources, readSource } from '@vitrine/contract/sources.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { mediaKeys, sourceKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import type { AccountInView } from '../../accounts/account-in-view.ts';
import type { SourceInput } from '../source-draft.ts';

/** All data sources of an account, at most 100. */
export const sourceListOptions = ({ userId }: Pick<AccountInView, 'userId'>) =>
  queryOptions({
    queryKey: sourceKeys.list(userId),
    queryFn: ({ signal }) => call(listSources, { query: { userId }, signal }),
    select: ({ sources }) => sources,
  });

/** One data source with its data. */
export const sourceOptions = (sourceId: string) =>
  queryOptions({
    queryKey: sourceKeys.one(sourceId),
    queryFn: ({ signal }) => call(readSource, { params: { sourceId }, signal }),
  });

const CHANGED_KEYS = [sourceKeys.all, mediaKeys.widgets];

export const useCreateSource = ({ userId, isOwn }: AccountInView, after?: MutationCallbacks<SourceInput, Source>) =>
  useApiMutation(
    { mutate: (input) => call(createSource, { body: isOwn ? input : { ...input, userId } }), invalidates: CHANGED_KEYS },
    after,
  );

export interface SourceChange {
  sourceId: string;
  change: Partial<SourceInput>;
}

export const useEditSource = ({ userId, isOwn }: AccountInView, after?: MutationCallbacks<SourceChange, Source>) =>
  useApiMutation(
    {
      mutate: ({ sourceId, change }) => call(editSource, { params: { sourceId }, body: isOwn ? change : { ...change, userId } }),
      invalidates: CHANGED_KEYS,
    },
    after,
  );

export const useFetchSource = (after?: MutationCallbacks<string, Source>) =>
  useApiMutation({ mutate: (sourceId) => call(fetchSource, { params: { sourceId } }), invalidates: CHANGED_KEYS }, after);

export const useDeleteSource = (after?: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation(
    // A refusal means that the number of widgets on the page is out of date.
    { mutate: (sourceId) => send(deleteSource, { params: { sourceId } }), invalidates: CHANGED_KEYS, invalidatesOnError: true },
    after,
  );
