import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import * as endpoints from '@vitrine/contract/notifications.endpoints';
import { answerAlbumInvitation } from '@vitrine/contract/sharing.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { albumKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

/** Each key begins with `all`, so that a live event can invalidate all of them at once. */
export const notificationKeys = {
  all: ['notifications'] as const,
  list: (userId: string) => ['notifications', userId] as const,
};

export const notificationListOptions = (userId: string) =>
  queryOptions({
    queryKey: notificationKeys.list(userId),
    queryFn: ({ signal }) => call(endpoints.listNotifications, { params: { userId }, signal }),
  });

/** Marks one notification as read, or all without an id. Writes the returned states into the cached list. */
async function markNotificationsRead(client: QueryClient, userId: string, notificationId?: string): Promise<void> {
  const read = await call(endpoints.markNotificationsRead, { params: { userId }, query: { notificationId } });
  const states = new Map(read.map(({ _id, status }) => [_id, status]));
  client.setQueryData(notificationListOptions(userId).queryKey, (list) =>
    list?.map((item) => ({ ...item, status: states.get(item._id) ?? item.status })),
  );
}

type ShareReply = 'accept' | 'canceled';

const replyToShare = (invitationId: string, type: ShareReply, notificationId: string) =>
  send(answerAlbumInvitation, { params: { invitationId }, body: { type, notificationId } });

/** Marks one notification as read, or all without an id. */
export function useMarkNotificationsRead(userId: string, after: MutationCallbacks<string | undefined, void>) {
  const client = useQueryClient();
  return useApiMutation(
    { mutate: (notificationId?: string) => markNotificationsRead(client, userId, notificationId), invalidates: [] },
    after,
  );
}

export const useReplyToShare = (invitationId: string, notificationId: string, after: MutationCallbacks<ShareReply, MessageResponse>) =>
  useApiMutation(
    { mutate: (reply) => replyToShare(invitationId, reply, notificationId), invalidates: [notificationKeys.all, albumKeys.all] },
    after,
  );
