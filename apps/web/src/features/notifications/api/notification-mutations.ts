import { useQueryClient } from '@tanstack/react-query';
import { albumKeys } from '../../../entities/albums/album-keys.ts';
import { type After, useChange } from '../../../lib/use-change.ts';
import { notificationKeys } from '../notification-keys.ts';
import { markRead, replyToShare, type ShareReply } from './notifications.ts';

/** One, or without an id all of them; the answer goes into the list as it is. */
export function useMarkRead(userId: string, after: After<string | undefined, void>) {
  const client = useQueryClient();
  return useChange({ change: (notificationId?: string) => markRead(client, userId, notificationId), stale: [] }, after);
}

export const useReplyToShare = (invitationId: string, notificationId: string, after: After<ShareReply, { message?: string }>) =>
  useChange({ change: (reply) => replyToShare(invitationId, reply, notificationId), stale: [notificationKeys.all, albumKeys.all] }, after);
