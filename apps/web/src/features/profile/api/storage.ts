import { queryOptions } from '@tanstack/react-query';
import type { StorageDetails } from '@vitrine/contract/storage';
import { accountKeys } from '../../../entities/accounts/account-keys.ts';
import { api } from '../../../lib/api-client.ts';

export const storageOptions = (userId: string) =>
  queryOptions({
    queryKey: accountKeys.storage(userId),
    queryFn: ({ signal }) => api.get<StorageDetails>(`/albums/users/storages/${userId}`, { signal }),
    retry: false,
  });
