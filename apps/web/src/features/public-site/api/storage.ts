import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api-client.ts';
import { keys } from '../../../lib/query-keys.ts';

/** Bytes. The rest of the answer is for the storage screen. */
interface StorageUse {
  totalStorage: number;
  quotaBytes?: number;
}

export const storageOptions = (userId: string) =>
  queryOptions({
    queryKey: keys.storage(userId),
    queryFn: ({ signal }) => api.get<StorageUse>(`/albums/users/storages/${userId}`, { signal }),
    retry: false,
  });
