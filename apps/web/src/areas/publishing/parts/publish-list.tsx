import { Link } from '@tanstack/react-router';
import type { Publish } from '@vitrine/contract/publishing';
import { getWallClock, isValidAt } from '@vitrine/playback';
import { useState } from 'react';
import { formatCount, formatRelative } from '../../../lib/format.ts';
import { getPictureSrcSet, getPictureUrl } from '../../../lib/picture-url.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { CastIcon, ClockIcon, MoreIcon, PlaylistIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { CheckIcon, CloseIcon, RetryIcon } from '../../../ui/icons.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { activatePublish, removePublish, resetSchedule, setMainPlaylist, useChangePublish } from '../api/publishes.ts';
import { getActivationMessage } from '../publish-labels.ts';
import { formatPublishSchedule } from '../schedule-labels.ts';
import styles from './publish-dialog.module.css';

const THUMB = { width: 130, height: 100 };

interface PublishListProps {
  publishes: Publish[];
  onSchedule: (publish: Publish) => void;
}

/** The playlists of one device. */
export function PublishList({ publishes, onSchedule }: PublishListProps) {
  const [removed, setRemoved] = useState<Publish>();
  return (
    <>
      <DataTable
        label="Playlists on this device"
        head="Playlist"
        rows={publishes}
        room="usual"
        pictureOf={({ playlistId: { thumbnail } }) => <PlaylistPicture thumbnail={thumbnail} />}
        titleOf={({ playlistId: playlist }) =>
          playlist.ownerName === undefined ? (
            <Link to="/main/playlistpreview" search={{ playlistId: playlist._id }}>
              {playlist.name}
            </Link>
          ) : (
            playlist.name
          )
        }
        columns={COLUMNS}
        noteOf={getPublishNote}
        actions={(publish) => <PublishMenu publish={publish} onSchedule={() => onSchedule(publish)} onRemove={() => setRemoved(publish)} />}
      />
      {removed &&
        (removed.fromTags?.length ? (
          <FromTagDialog publish={removed} tags={removed.fromTags} onClose={() => setRemoved(undefined)} />
        ) : (
          <RemoveDialog publish={removed} onClose={() => setRemoved(undefined)} />
        ))}
    </>
  );
}

function RemoveDialog({ publish, onClose }: { publish: Publish; onClose: () => void }) {
  const change = useChangePublish(publish, { ...messageToasts, onSettled: onClose });
  const { name } = publish.playlistId;
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => !change.isPending && change.mutate(removePublish)}
      title={`Remove “${name}” from this device?`}
      consequence={`The screen stops showing it immediately.${publish.schedule ? ' Its schedule on this device is deleted.' : ''} The playlist itself isn’t deleted.`}
      confirmLabel="Remove playlist"
      isBusy={change.isPending}
    />
  );
}

/** Explains how to remove a playlist that the device has because of a tag. */
function FromTagDialog({ publish: { playlistId: playlist }, tags, onClose }: { publish: Publish; tags: string[]; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={`“${playlist.name}” comes from a tag`}>
      <p>
        {`This device shows it because of ${formatTags(tags)}. To remove it here, remove the tag from the device. To remove it from all devices with the tag, open `}
        <Link to="/main/playlistpreview" search={{ playlistId: playlist._id }}>
          the playlist
        </Link>
        .
      </p>
    </Dialog>
  );
}

function PlaylistPicture({ thumbnail }: Pick<Publish['playlistId'], 'thumbnail'>) {
  if (!thumbnail) return <PlaylistIcon />;
  return (
    <Picture src={getPictureUrl(thumbnail.key, THUMB)} srcSet={getPictureSrcSet(thumbnail.key, THUMB)} alt="" fallback={<PlaylistIcon />} />
  );
}

const formatTags = (names: readonly string[]) => `${names.length === 1 ? 'the tag' : 'the tags'} ${names.join(', ')}`;

/** When it shows; or why it, or a part of it, does not. */
function getPublishNote(publish: Publish): string {
  const { ownerName } = publish.playlistId;
  const note = getPlaybackNote(publish);
  const origin = publish.fromTags?.length ? ` · From ${formatTags(publish.fromTags)}` : '';
  return `${note}${origin}${ownerName === undefined ? '' : ` · Private playlist of ${ownerName}`}`;
}

function getPlaybackNote(publish: Publish): string {
  const { isPlayable, periods, revokedAlbums, updatedAt, deviceId } = publish;
  const revoked = revokedAlbums > 0 ? `${formatCount(revokedAlbums, 'album')} no longer shared` : '';
  if (!isPlayable) return revoked ? `Nothing to show: ${revoked}` : 'Skipped: no photos or videos to show';
  const reading = getWallClock(Date.now(), deviceId);
  if (periods?.every((valid) => !isValidAt({ valid }, reading))) return 'Skipped now: all photos and videos are shown at other times';
  const when = formatPublishSchedule(publish) ?? `Published ${formatRelative(updatedAt)}`;
  return revoked ? `${when} · ${revoked}` : when;
}

const COLUMNS: Column<Publish>[] = [
  { head: 'When', cell: getPublishNote },
  {
    head: 'Status',
    isKept: true,
    cell: ({ status, mainPlaylist }) => (
      <span className={styles.badges}>
        {mainPlaylist && <Badge tone="accent">MAIN</Badge>}
        <Badge tone={status === 'active' ? 'success' : 'neutral'}>{status === 'active' ? 'ACTIVE' : 'ON QUEUE'}</Badge>
      </span>
    ),
  },
];

const activate = async (publish: Publish) => {
  const { result, message } = await activatePublish(publish);
  return { message: getActivationMessage(result) ?? message };
};

/** For the main playlist only Active is available (specification 2 §4). */
function PublishMenu({ publish, onSchedule, onRemove }: { publish: Publish; onSchedule: () => void; onRemove: () => void }) {
  const change = useChangePublish(publish, messageToasts);
  const active = (
    <MenuItem icon={<CastIcon size={18} />} onSelect={() => change.mutate(activate)}>
      Active
    </MenuItem>
  );
  return (
    <Menu trigger={<IconButton label={`Actions for ${publish.playlistId.name}`} icon={<MoreIcon />} disabled={change.isPending} />}>
      {publish.mainPlaylist ? (
        active
      ) : (
        <>
          <MenuItem icon={<ClockIcon size={18} />} onSelect={onSchedule}>
            Schedule
          </MenuItem>
          {active}
          <MenuItem icon={<CheckIcon size={18} />} onSelect={() => change.mutate(setMainPlaylist)}>
            Convert To Main
          </MenuItem>
          {publish.schedule && (
            <MenuItem icon={<RetryIcon size={18} />} onSelect={() => change.mutate(resetSchedule)}>
              Reset Schedule
            </MenuItem>
          )}
          <MenuItem icon={<CloseIcon size={18} />} onSelect={onRemove}>
            Remove
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
