import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import * as endpoints from '@vitrine/contract/notifications.endpoints';
import { answerAlbumInvitation } from '@vitrine/contract/sharing.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { albumKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

/** A longer key begins with the shorter one, so that a live event can say `all` and mean lists and details alike. */
export const notificationKeys = {
  all: ['notifications'] as const,
  list: (userId: string) => ['notifications', userId] as const,
};

export const notificationListOptions = (userId: string) =>
  queryOptions({
    queryKey: notificationKeys.list(userId),
    queryFn: ({ signal }) => call(endpoints.listNotifications, { params: { userId }, signal }),
  });

/** One, or without an id all of them. The answer tells the state of each, which goes into the list as it is. */
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

/** One, or without an id all of them; the answer goes into the list as it is. */
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
