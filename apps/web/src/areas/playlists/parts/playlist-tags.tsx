import { useQuery } from '@tanstack/react-query';
import type { Playlist } from '@vitrine/contract/playlists';
import type { TagPublish } from '@vitrine/contract/tag-publishes';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { TagIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { tagPublishesOptions, useRemoveFromTag } from '../../publishing/api/tag-publishes.ts';
import { formatPublishSchedule } from '../../publishing/schedule-labels.ts';
import styles from '../pages/playlist.module.css';

/** Tags to which the playlist is published. Shows nothing without any. */
export function PlaylistTags({ playlist: { _id: playlistId, name, abilities } }: { playlist: Playlist }) {
  const entries = useQuery(tagPublishesOptions(playlistId)).data ?? [];
  const [removed, setRemoved] = useState<TagPublish>();
  if (entries.length === 0) return null;
  return (
    <>
      <Stack as="ul" gap={2} aria-label="Tags">
        {entries.map((entry) => (
          <Row as="li" key={entry._id} align="center" gap={3}>
            <TagIcon size={18} />
            <span className={styles.words}>
              <span>{entry.tag.name}</span>
              <Text as="span" tone="soft" size="sm">
                {`${formatCount(entry.tag.devices, 'screen')} · ${formatPublishSchedule(entry) ?? 'No schedule'}`}
              </Text>
            </span>
            {abilities.publish && (
              <IconButton label={`Remove from ${entry.tag.name}`} icon={<CloseIcon size={18} />} onClick={() => setRemoved(entry)} />
            )}
          </Row>
        ))}
      </Stack>
      {removed && <RemoveFromTagDialog name={name} entry={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

function RemoveFromTagDialog({ name, entry, onClose }: { name: string; entry: TagPublish; onClose: () => void }) {
  const remove = useRemoveFromTag({ ...messageToasts, onSettled: onClose });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => !remove.isPending && remove.mutate(entry)}
      title={`Remove “${name}” from the tag “${entry.tag.name}”?`}
      consequence="Screens that show it only because of this tag stop showing it immediately. The playlist itself isn’t deleted."
      confirmLabel="Remove playlist"
      isBusy={remove.isPending}
    />
  );
}
