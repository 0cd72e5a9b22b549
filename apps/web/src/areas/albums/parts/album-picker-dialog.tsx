import { useQuery } from '@tanstack/react-query';
import type { Album } from '@vitrine/contract/albums';
import { countItems } from '@vitrine/contract/media-kinds';
import { MESSAGES } from '@vitrine/contract/messages';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { matchesSearch } from '../../../lib/typed-search.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Text, VisuallyHidden } from '../../../ui/text.tsx';
import { SearchBox } from '../../../ui/toolbar.tsx';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { OwnerBadge } from '../../families/parts/family-badge.tsx';
import { albumListOptions } from '../api/albums.ts';
import { AlbumCover } from './album-cover.tsx';
import styles from './album-picker-dialog.module.css';
import { NewAlbumField } from './new-album-field.tsx';

interface AlbumPickerDialogProps {
  isOpen: boolean;
  onClose: () => void;
  scope: OwnerScope;
  /** Description, such as "Move 3 items into one of these." */
  description: string;
  /** Title of the dialog. */
  title?: string;
  /** Returns true for albums that can be chosen. Default: those to which the user may add. */
  isEligible?: (album: Album) => boolean;
  /** Label of the submit button, such as Copy or Move. */
  actLabel: string;
  /** Album to leave out, such as the source of a move. */
  without?: string;
  /** Error shown when no album is chosen. */
  missing: string;
  isBusy: boolean;
  onPick: (album: Album) => void;
}

/** Lets the user choose an album that they own or that is shared with them. */
export function AlbumPickerDialog(props: AlbumPickerDialogProps) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={props.title ?? 'My Album List'} description={props.description}>
      <AlbumChoices {...props} />
    </Dialog>
  );
}

const canAddMedia = ({ abilities }: Album) => abilities.addMedia;

function AlbumChoices({ onClose, scope, isEligible = canAddMedia, actLabel, without, missing, isBusy, onPick }: AlbumPickerDialogProps) {
  const mine = useQuery(albumListOptions('mine', scope));
  const shared = useQuery(albumListOptions('shared', scope));
  const [search, setSearch] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const all = [...(mine.data ?? []), ...(shared.data ?? [])].filter((album) => album._id !== without && isEligible(album));
  const albums = all.filter(({ name }) => matchesSearch(name, search));
  const chosen = albums.find(({ _id }) => _id === chosenId);
  const submit = () => {
    setIsSubmitted(true);
    if (chosen) onPick(chosen);
  };
  return (
    <Stack gap={4}>
      <SearchBox label="Search albums" value={search} onChange={setSearch} />
      {mine.isPending && <Skeleton style={{ height: 180 }} />}
      {mine.isLoadingError && <LoadFailure message={getErrorMessage(mine.error)} onRetry={() => void mine.refetch()} />}
      {mine.data && albums.length === 0 && (
        <Text tone="soft" size="sm">
          {MESSAGES.noAlbum}
        </Text>
      )}
      <fieldset className={styles.list}>
        <VisuallyHidden as="legend">Album</VisuallyHidden>
        {albums.map((album) => (
          <label key={album._id} className={styles.choice}>
            <input type="radio" name="album" checked={album._id === chosenId} onChange={() => setChosenId(album._id)} />
            <span className={styles.cover}>
              <AlbumCover album={album} />
            </span>
            <span className={styles.name}>
              {album.name} <OwnerBadge of={album} />
            </span>
            <Text as="span" tone="soft" size="sm">
              {formatCount(countItems(album), 'item')}
            </Text>
          </label>
        ))}
      </fieldset>
      <NewAlbumField
        onCreated={({ _id }) => {
          setSearch('');
          setChosenId(_id);
        }}
      />
      {isSubmitted && !chosen && (
        <Text tone="danger" role="alert">
          {missing}
        </Text>
      )}
      <Row justify="end" gap={2}>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" isLoading={isBusy} onClick={submit}>
          {actLabel}
        </Button>
      </Row>
    </Stack>
  );
}
