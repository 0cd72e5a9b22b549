import { queryOptions } from '@tanstack/react-query';
import { readStorage } from '@vitrine/contract/albums.endpoints';
import { call } from '../../../lib/api-client.ts';
import { accountKeys } from './account-keys.ts';

/** With an organisation: of its albums and playlists, and of its owner's plan. */
export const storageOptions = (userId: string, orgId?: string) =>
  queryOptions({
    queryKey: accountKeys.storage(userId, orgId),
    queryFn: ({ signal }) => call(readStorage, { params: { userId }, query: { orgId }, signal }),
    retry: false,
  });
