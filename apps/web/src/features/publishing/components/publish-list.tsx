import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Publish } from '@vitrine/contract/publishing';
import { messageOf } from '../../../lib/app-error.ts';
import { formatRelative } from '../../../lib/format.ts';
import { pictureSet, pictureUrl } from '../../../lib/picture-url.ts';
import { keys } from '../../../lib/query-keys.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Row, RowList } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CastIcon, CloseIcon, MoreIcon, PlaylistIcon } from '../../../ui/icons.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { activatePublish, removePublish } from '../api/publishes.ts';

const THUMB = { width: 130, height: 100 };

/** The playlists of one device. */
export function PublishList({ publishes }: { publishes: Publish[] }) {
  const client = useQueryClient();
  const after = {
    onSuccess: ({ message }: { message?: string }) => {
      if (message) toast.success(message);
      for (const queryKey of [keys.devices, keys.publishes]) void client.invalidateQueries({ queryKey });
    },
    onError: (error: Error) => void toast.error(messageOf(error)),
  };
  const activate = useMutation({ mutationFn: activatePublish, ...after });
  const remove = useMutation({ mutationFn: removePublish, ...after });
  return (
    <RowList label="Playlists on this device">
      {publishes.map((publish) => (
        <PublishRow
          key={publish._id}
          publish={publish}
          onActivate={() => activate.mutate(publish)}
          onRemove={() => remove.mutate(publish)}
        />
      ))}
    </RowList>
  );
}

function PublishRow({ publish, onActivate, onRemove }: { publish: Publish; onActivate: () => void; onRemove: () => void }) {
  const { playlistId: playlist, status } = publish;
  const isActive = status === 'active';
  return (
    <Row
      picture={
        playlist.thumbnail && (
          <Picture
            src={pictureUrl(playlist.thumbnail.key, THUMB)}
            srcSet={pictureSet(playlist.thumbnail.key, THUMB)}
            alt=""
            fallback={<PlaylistIcon />}
          />
        )
      }
      title={
        <Link to="/main/playlistpreview" search={{ playlistId: playlist._id }}>
          {playlist.name}
        </Link>
      }
      note={formatRelative(publish.updatedAt)}
      badge={<Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? 'ACTIVE' : 'ON QUEUE'}</Badge>}
      menu={
        <Menu trigger={<IconButton label={`Actions for ${playlist.name}`} icon={<MoreIcon />} />}>
          {!isActive && (
            <MenuItem icon={<CastIcon size={18} />} onSelect={onActivate}>
              Active
            </MenuItem>
          )}
          {!publish.mainPlaylist && (
            <MenuItem icon={<CloseIcon size={18} />} onSelect={onRemove}>
              Remove
            </MenuItem>
          )}
        </Menu>
      }
    />
  );
}
