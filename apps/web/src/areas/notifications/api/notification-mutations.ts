import { useQueryClient } from '@tanstack/react-query';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { albumKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { notificationKeys } from './notification-keys.ts';
import { markNotificationsRead, replyToShare, type ShareReply } from './notifications.ts';

/** One, or without an id all of them; the answer goes into the list as it is. */
export function useMarkNotificationsRead(userId: string, after: MutationCallbacks<string | undefined, void>) {
  const client = useQueryClient();
  return useApiMutation({ change: (notificationId?: string) => markNotificationsRead(client, userId, notificationId), stale: [] }, after);
}

export const useReplyToShare = (invitationId: string, notificationId: string, after: MutationCallbacks<ShareReply, MessageResponse>) =>
  useApiMutation(
    { change: (reply) => replyToShare(invitationId, reply, notificationId), stale: [notificationKeys.all, albumKeys.all] },
    after,
  );
