import { queryOptions } from '@tanstack/react-query';
import { readStorage } from '@vitrine/contract/albums.endpoints';
import { accountKeys } from '../../../entities/accounts/account-keys.ts';
import { call } from '../../../lib/api-client.ts';

export const storageOptions = (userId: string) =>
  queryOptions({
    queryKey: accountKeys.storage(userId),
    queryFn: ({ signal }) => call(readStorage, { params: { userId }, signal }),
    retry: false,
  });
