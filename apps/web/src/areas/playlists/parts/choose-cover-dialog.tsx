import { useQuery } from '@tanstack/react-query';
import type { Playlist, PlaylistItem } from '@vitrine/contract/playlists';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { getPictureUrl } from '../../../lib/picture-url.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { ImageIcon } from '../../../ui/icons.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { VisuallyHidden } from '../../../ui/text.tsx';
import { playlistItemsOptions } from '../api/playlists.ts';
import styles from './choose-cover-dialog.module.css';

/** Number of photos rendered at once; a playlist may contain thousands. */
const STEP = 60;

interface ChooseCoverDialogProps {
  playlist: Pick<Playlist, '_id' | 'name' | 'thumbnail'>;
  isOpen: boolean;
  isBusy: boolean;
  onClose: () => void;
  onChoose: (item: PlaylistItem) => void;
}

/** One of the pictures the playlist shows. */
export function ChooseCoverDialog(props: ChooseCoverDialogProps) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title="Choose thumbnail" size="medium">
      <Pictures {...props} />
    </Dialog>
  );
}

function Pictures({ playlist, isBusy, onClose, onChoose }: ChooseCoverDialogProps) {
  const items = useQuery(playlistItemsOptions(playlist._id));
  const [chosenKey, setChosenKey] = useState(playlist.thumbnail?.isChosen ? playlist.thumbnail.key : null);
  const [drawn, setDrawn] = useState(STEP);
  const all = items.data ?? [];
  const chosen = all.find((item) => item.key === chosenKey);
  return (
    <Stack gap={4}>
      {items.isPending && <Skeleton style={{ height: 220 }} />}
      {items.isLoadingError && <LoadFailure message={getErrorMessage(items.error)} onRetry={() => void items.refetch()} />}
      <fieldset className={styles.list}>
        <VisuallyHidden as="legend">Photos in {playlist.name}</VisuallyHidden>
        {all.slice(0, drawn).map((item) => (
          <label key={item.id} className={styles.choice} title={item.name}>
            <input type="radio" name="cover" checked={item.key === chosenKey} onChange={() => setChosenKey(item.key)} />
            <span className={styles.picture}>
              <Picture src={getPictureUrl(item.key, { width: 160, height: 120 }, 2)} alt={item.name} fallback={<ImageIcon size={22} />} />
            </span>
          </label>
        ))}
        {drawn < all.length && <LoadMore isLoading={false} onMore={() => setDrawn(drawn + STEP)} key={drawn} />}
      </fieldset>
      <Row justify="end" gap={2}>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" disabled={!chosen} isLoading={isBusy} onClick={() => chosen && onChoose(chosen)}>
          Use as thumbnail
        </Button>
      </Row>
    </Stack>
  );
}
