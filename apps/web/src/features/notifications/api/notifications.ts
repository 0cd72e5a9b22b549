import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Notification, readState } from '@vitrine/contract/notifications';
import type { z } from 'zod';
import { api } from '../../../lib/api-client.ts';
import { notificationKeys } from '../notification-keys.ts';

type ReadState = z.infer<typeof readState>;

export const notificationListOptions = (userId: string) =>
  queryOptions({
    queryKey: notificationKeys.list(userId),
    queryFn: ({ signal }) => api.get<Notification[]>(`/notifications/${userId}`, { signal }),
  });

/** One, or without an id all of them. The answer tells the state of each, which goes into the list as it is. */
export async function markRead(client: QueryClient, userId: string, notificationId?: string): Promise<void> {
  const { result } = await api.put<ReadState>(`/notifications/${userId}`, {}, { query: { notificationId } });
  const states = new Map(result.map(({ _id, status }) => [_id, status]));
  client.setQueryData(notificationListOptions(userId).queryKey, (list) =>
    list?.map((item) => ({ ...item, status: states.get(item._id) ?? item.status })),
  );
}

export type ShareReply = 'accept' | 'canceled';

export const replyToShare = (invitationId: string, type: ShareReply, notificationId: string) =>
  api.put<unknown>(`/albums/share/action/${invitationId}`, { type, notificationId });
