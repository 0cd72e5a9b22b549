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
        {others.length > 0 && ` You have ${formatCount(others.length, 'more invitation')}.`}{' '}
        <Link to="/main/notification">View invitations</Link>
      </NoteBox>
    );
  }
  const [first] = shared;
  if (!first) return null;
  return (
    <NoteBox>
      {first.sharedBy[0]?.name ?? 'Someone'} shared “{first.name}” with you.{' '}
      {shared.length > 1 && `${formatCount(shared.length - 1, 'more album is', 'more albums are')} shared with you. `}
      <Link to="/main" search={{ shared: true }}>
        View shared albums
      </Link>
    </NoteBox>
  );
}
