import type { Album } from '@vitrine/contract/albums';
import type { Media } from '@vitrine/contract/media';
import { useUserId } from '../../../lib/session.ts';
import { Skeleton } from '../../../ui/loading.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { MediaDetails } from '../../media/parts/media-details.tsx';
import type { AlbumMedia } from '../../media/use-album-media.ts';
import { AlbumDetails } from './album-details.tsx';

interface MediaDetailPanelProps {
  album: Album | undefined;
  media: AlbumMedia;
  /** `album`, or the index of a media; nothing while it is closed. */
  about: string | undefined;
  canEdit: (media: Media) => boolean;
  onClose: () => void;
  onShare: () => void;
}

/** The detail drawer of the media screen. */
export function MediaDetailPanel({ album, media, about, canEdit, onClose, onShare }: MediaDetailPanelProps) {
  const userId = useUserId();
  const item = about === undefined || about === 'album' ? undefined : media.at(Number(about));
  return (
    <SidePanel title="Details" isOpen={about !== undefined} onClose={onClose}>
      {!album && <Skeleton style={{ height: 260 }} />}
      {album && about === 'album' && <AlbumDetails album={album} onShare={onShare} />}
      {item && album && <MediaDetails media={item} canEdit={canEdit(item)} addedBy={getUploaderName(item.uploadedBy, userId, album)} />}
    </SidePanel>
  );
}

function getUploaderName(uploaderId: string, userId: string, album: Album): string {
  if (uploaderId === userId) return 'you';
  const person = [...album.sharedWith, ...album.sharedBy].find((member) => member.userId === uploaderId);
  return person?.name ?? 'former member';
}
