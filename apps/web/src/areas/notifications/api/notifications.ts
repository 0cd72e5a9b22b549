import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as endpoints from '@vitrine/contract/notifications.endpoints';
import { answerAlbumInvitation } from '@vitrine/contract/sharing.endpoints';
import { call, send } from '../../../lib/api-client.ts';
import { notificationKeys } from './notification-keys.ts';

export const notificationListOptions = (userId: string) =>
  queryOptions({
    queryKey: notificationKeys.list(userId),
    queryFn: ({ signal }) => call(endpoints.listNotifications, { params: { userId }, signal }),
  });

/** One, or without an id all of them. The answer tells the state of each, which goes into the list as it is. */
export async function markNotificationsRead(client: QueryClient, userId: string, notificationId?: string): Promise<void> {
  const read = await call(endpoints.markNotificationsRead, { params: { userId }, query: { notificationId } });
  const states = new Map(read.map(({ _id, status }) => [_id, status]));
  client.setQueryData(notificationListOptions(userId).queryKey, (list) =>
    list?.map((item) => ({ ...item, status: states.get(item._id) ?? item.status })),
  );
}

export type ShareReply = 'accept' | 'canceled';

export const replyToShare = (invitationId: string, type: ShareReply, notificationId: string) =>
  send(answerAlbumInvitation, { params: { invitationId }, body: { type, notificationId } });
