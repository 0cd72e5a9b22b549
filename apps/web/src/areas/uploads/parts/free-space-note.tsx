import { LIMITS } from '@vitrine/contract/limits';
import { useEffect, useState } from 'react';
import { formatLimit } from '../../../lib/format.ts';
import { useUserId } from '../../../lib/session.ts';
import { fetchFreeSpace } from '../api/uploads.ts';
import type { FreeSpace } from '../free-space.ts';

/** Shows how much can be added at a time and to this album; without an album, to a new one. */
export function FreeSpaceNote({ albumId }: { albumId?: string }) {
  const userId = useUserId();
  const [room, setRoom] = useState<FreeSpace | null>(null);
  useEffect(() => {
    let isGone = false;
    void fetchFreeSpace(userId, albumId).then((found) => {
      if (!isGone) setRoom(found);
    });
    return () => {
      isGone = true;
    };
  }, [userId, albumId]);
  return (
    <>
      {`Up to ${LIMITS.filesPerUpload} files upload at a time. The rest follow automatically.`}{' '}
      {room && getFreeSpaceLabel(room, albumId === undefined)}
    </>
  );
}

function getFreeSpaceLabel({ accountBytes, albumBytes }: FreeSpace, isNew: boolean): string {
  const isAlbum = albumBytes < accountBytes;
  const size = formatLimit(Math.max(0, Math.min(accountBytes, albumBytes)));
  return isAlbum ? `${isNew ? 'An album' : 'This album'} can hold ${size} more.` : `You have ${size} of storage left.`;
}
