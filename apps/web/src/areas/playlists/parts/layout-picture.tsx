import { ZONE_LABELS } from '@vitrine/contract/layouts';
import type { Playlist } from '@vitrine/contract/playlists';
import { getZoneRects, type ZoneRect } from '@vitrine/stage';
import { AlbumIcon } from '../../../ui/app-icons.tsx';
import { VisuallyHidden } from '../../../ui/text.tsx';
import { CoverPicture } from '../../media/parts/cover-picture.tsx';
import type { LayoutDraft, ZoneAlbum } from '../layout-draft.ts';
import styles from './layout.module.css';
import { PlaylistCover } from './playlist-cover.tsx';

const COVER_SIZE = { width: 320, height: 240 };
const WHOLE: ZoneRect = { left: 0, top: 0, width: 100, height: 100 };

/** Style of an element that fills a zone of its parent. */
export const placeZone = ({ left, top, width, height }: ZoneRect): React.CSSProperties => ({
  left: `${left}%`,
  top: `${top}%`,
  width: `${width}%`,
  height: `${height}%`,
});

interface LayoutPictureProps {
  draft: LayoutDraft;
  playlist: Pick<Playlist, 'name' | 'thumbnail' | 'albumArr'>;
  isPortrait?: boolean;
  /** Leaves out the names of the zones, which are next to a small picture. */
  isSmall?: boolean;
}

/** A screen with the covers of what plays in its zones. */
export function LayoutPicture({ draft: { preset, divider, zones }, playlist, isPortrait = false, isSmall = false }: LayoutPictureProps) {
  const rects = preset && getZoneRects(preset, divider, isPortrait);
  return (
    <div className={styles.screen} data-portrait={isPortrait ? '' : undefined}>
      {!isSmall && <VisuallyHidden>{describe(playlist.name, zones)}</VisuallyHidden>}
      <div className={styles.zone} aria-hidden="true" style={placeZone(rects?.main ?? WHOLE)}>
        <PlaylistCover playlist={playlist} />
        {!isSmall && <span className={styles.zoneName}>{playlist.name}</span>}
      </div>
      {rects &&
        zones.map(({ zone, album }) => {
          const rect = rects[zone];
          return (
            rect && (
              <div key={zone} className={styles.zone} aria-hidden="true" data-empty={album ? undefined : ''} style={placeZone(rect)}>
                <ZoneCover album={album} />
                {!isSmall && <span className={styles.zoneName}>{album?.name ?? ZONE_LABELS[zone]}</span>}
              </div>
            )
          );
        })}
    </div>
  );
}

function ZoneCover({ album }: { album: ZoneAlbum | null }) {
  if (!album?.thumbnail) return album && <AlbumIcon />;
  return <CoverPicture cover={album.thumbnail} size={COVER_SIZE} fallback={<AlbumIcon />} />;
}

const describe = (playlistName: string, zones: LayoutDraft['zones']): string =>
  [`Main zone: ${playlistName}`, ...zones.map(({ zone, album }) => `${ZONE_LABELS[zone]}: ${album?.name ?? 'empty'}`)].join(', ');
