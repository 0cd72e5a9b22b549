import { useQuery } from '@tanstack/react-query';
import type { Album } from '@vitrine/contract/albums';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { userOptions } from '../../accounts/api/accounts.ts';
import { albumOptions } from '../api/albums.ts';
import { AlbumDetails } from './album-details.tsx';

interface AlbumPanelProps {
  /** Closed without one. */
  albumId: string | undefined;
  onClose: () => void;
  onShare: (albumId: string) => void;
}

export function AlbumPanel({ albumId, onClose, onShare }: AlbumPanelProps) {
  const album = useQuery({ ...albumOptions(albumId ?? ''), enabled: albumId !== undefined });
  const loss = getLoadFailure(album);
  const ownerName = useOwnerName(album.data);
  return (
    <SidePanel title="Album details" isOpen={albumId !== undefined} onClose={onClose}>
      {album.isPending && <Skeleton style={{ height: 260 }} />}
      {loss && <LoadFailure message={getErrorMessage(loss)} onRetry={() => void album.refetch()} />}
      {!loss && album.data && <AlbumDetails album={album.data} ownerName={ownerName} onShare={() => onShare(album.data._id)} />}
    </SidePanel>
  );
}

/** Of a shared album the answer says who shares it; one's own is the account in view. */
export function useOwnerName(album: Album | undefined): string {
  const { userId } = useAccountInView();
  const person = useQuery(userOptions(userId)).data;
  return album?.sharedBy[0]?.name ?? person?.name ?? '';
}
