import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IMAGE_DURATIONS_S, LIMITS } from '@vitrine/contract/limits';
import { durationChanged } from '@vitrine/contract/messages';
import type { Playlist } from '@vitrine/contract/playlists';
import { messageOf } from '../../../lib/app-error.ts';
import { countOf } from '../../../lib/format.ts';
import { pictureSet, pictureUrl } from '../../../lib/picture-url.ts';
import { keys } from '../../../lib/query-keys.ts';
import { Row, RowList } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { AlbumIcon, CloseIcon, MoreIcon } from '../../../ui/icons.tsx';
import { Menu, MenuChoices, MenuDivider, MenuItem } from '../../../ui/menu.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { removeAlbum, setAlbumDuration } from '../api/playlists.ts';

const DURATIONS = IMAGE_DURATIONS_S.map((seconds) => ({ value: String(seconds), label: `${seconds} seconds` }));
const THUMB = { width: 130, height: 100 };

export function PlaylistAlbums({ playlist }: { playlist: Playlist }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (albumId: string) => removeAlbum(playlist._id, albumId),
    onSuccess: ({ message }) => {
      void client.invalidateQueries({ queryKey: keys.playlists });
      toast.success(message ?? 'Album removed from the playlist.');
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  const setDuration = useMutation({
    mutationFn: ({ albumId, seconds }: { albumId: string; seconds: number }) => setAlbumDuration(playlist._id, albumId, seconds),
    onSuccess: ({ message }, { seconds }) => {
      void client.invalidateQueries({ queryKey: keys.playlists });
      toast.success(message ?? durationChanged(seconds));
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <RowList label="Albums in this playlist">
      {playlist.albumArr.map(({ albumId: album, itemCount, duration }) => (
        <Row
          key={album._id}
          picture={
            album.thumbnail && (
              <Picture
                src={pictureUrl(album.thumbnail.key, THUMB)}
                srcSet={pictureSet(album.thumbnail.key, THUMB)}
                alt=""
                fallback={<AlbumIcon />}
              />
            )
          }
          title={
            <Link to="/main/media" search={{ albumId: album._id }}>
              {album.name}
            </Link>
          }
          note={countOf(itemCount, 'item')}
          menu={
            <Menu trigger={<IconButton label={`Actions for ${album.name}`} icon={<MoreIcon />} />}>
              <MenuChoices
                label="Each picture stays"
                value={String(duration || LIMITS.imageDurationS)}
                onChange={(seconds) => setDuration.mutate({ albumId: album._id, seconds: Number(seconds) })}
                choices={DURATIONS}
              />
              <MenuDivider />
              <MenuItem icon={<CloseIcon size={18} />} onSelect={() => remove.mutate(album._id)}>
                Remove from playlist
              </MenuItem>
            </Menu>
          }
        />
      ))}
    </RowList>
  );
}
