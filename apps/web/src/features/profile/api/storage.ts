import { queryOptions } from '@tanstack/react-query';
import type { StorageDetails } from '@vitrine/contract/storage';
import { api } from '../../../lib/api-client.ts';
import { keys } from '../../../lib/query-keys.ts';

export const storageOptions = (userId: string) =>
  queryOptions({
    queryKey: keys.storage(userId),
    queryFn: ({ signal }) => api.get<StorageDetails>(`/albums/users/storages/${userId}`, { signal }),
    retry: false,
  });
