import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Album } from '@vitrine/contract/albums';
import { formatCount } from '../../../lib/format.ts';
import { NoteBox } from '../../../ui/note-box.tsx';
import { notificationListOptions } from '../../notifications/api/notifications.ts';

/** What others have shared already: albums, and invitations that wait for an answer. */
export function SharedWithYouNote({ shared, userId }: { shared: readonly Album[]; userId: string }) {
  const notifications = useQuery(notificationListOptions(userId)).data ?? [];
  const [invitation, ...others] = notifications.filter(({ invitationType }) => invitationType === 'share_album');
  if (invitation) {
    return (
      <NoteBox>
        {invitation.notificationBody}
        {others.length > 0 && ` ${formatCount(others.length, 'more invitation')} ${others.length === 1 ? 'waits' : 'wait'} as well.`}{' '}
        <Link to="/main/notification" search={{} as never}>
          Answer
        </Link>
      </NoteBox>
    );
  }
  const [first] = shared;
  if (!first) return null;
  return (
    <NoteBox>
      {first.sharedBy[0]?.name ?? 'Somebody'} shares “{first.name}” with you
      {shared.length > 1 && `, and there are ${shared.length - 1} more`}.{' '}
      <Link to="/main" search={{ shared: true }}>
        See shared albums
      </Link>
    </NoteBox>
  );
}
