import { LIMITS } from '@vitrine/contract/limits';
import { useEffect, useState } from 'react';
import { formatLimit } from '../../../lib/format.ts';
import { useUserId } from '../../../lib/session.ts';
import { fetchFreeSpace } from '../api/uploads.ts';
import type { FreeSpace } from '../free-space.ts';

/** Shows the upload limit and the free space of an album, or of a new album without `albumId`. */
export function FreeSpaceNote({ albumId }: { albumId?: string }) {
  const userId = useUserId();
  const [space, setSpace] = useState<FreeSpace | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    void fetchFreeSpace(userId, albumId).then((found) => {
      if (!isUnmounted) setSpace(found);
    });
    return () => {
      isUnmounted = true;
    };
  }, [userId, albumId]);
  return (
    <>
      {`Up to ${LIMITS.filesPerUpload} files upload at a time. The rest follow automatically.`}{' '}
      {space && getFreeSpaceLabel(space, albumId === undefined)}
    </>
  );
}

function getFreeSpaceLabel({ accountBytes, albumBytes }: FreeSpace, isNew: boolean): string {
  const isAlbum = albumBytes < accountBytes;
  const size = formatLimit(Math.max(0, Math.min(accountBytes, albumBytes)));
  return isAlbum ? `${isNew ? 'An album' : 'This album'} can hold ${size} more.` : `You have ${size} of storage left.`;
}
