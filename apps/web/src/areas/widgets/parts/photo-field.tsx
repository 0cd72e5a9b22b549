import { useQuery } from '@tanstack/react-query';
import { MEDIA_STATUS } from '@vitrine/contract/media';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { getPictureUrl } from '../../../lib/picture-url.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { ImageIcon } from '../../../ui/icons.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text, VisuallyHidden } from '../../../ui/text.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { albumListOptions } from '../../albums/api/albums.ts';
import { mediaOptions, mediaPageOptions, PAGE_SIZE } from '../../media/api/media.ts';
import styles from './widgets.module.css';

interface PhotoFieldProps {
  photoId: string | null;
  onChange: (photoId: string | null) => void;
}

/** Chooses a photo of an album. The widget keeps a copy, so the photo may be deleted later. */
export function PhotoField({ photoId, onChange }: PhotoFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const photo = useQuery({ ...mediaOptions(photoId ?? ''), enabled: photoId !== null });
  return (
    <Row align="center" gap={3}>
      {photo.data && (
        <span className={styles.chosenPhoto}>
          <Picture src={getPictureUrl(photo.data.mediaFile.key, { width: 160, height: 120 }, 2)} alt={photo.data.name} />
        </span>
      )}
      <Button icon={<ImageIcon size={18} />} onClick={() => setIsOpen(true)}>
        {photoId === null ? 'Choose photo' : 'Change photo'}
      </Button>
      {photoId !== null && (
        <Button kind="quiet" onClick={() => onChange(null)}>
          Remove
        </Button>
      )}
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Choose photo" size="medium">
        <PhotoChoices
          chosenId={photoId}
          onChoose={(id) => {
            onChange(id);
            setIsOpen(false);
          }}
        />
      </Dialog>
    </Row>
  );
}

function PhotoChoices({ chosenId, onChoose }: { chosenId: string | null; onChoose: (id: string) => void }) {
  const albums = useQuery(albumListOptions('mine', useAccountInView()));
  const withPhotos = (albums.data ?? []).filter(({ imageCount }) => imageCount > 0);
  const [choice, setChoice] = useState('');
  const albumId = withPhotos.find(({ _id }) => _id === choice)?._id ?? withPhotos[0]?._id;
  if (albums.isPending) return <Skeleton style={{ height: 220 }} />;
  if (albums.error) return <LoadFailure message={getErrorMessage(albums.error)} onRetry={() => void albums.refetch()} />;
  if (albumId === undefined) return <Text tone="soft">Your albums contain no photos yet. Upload one first.</Text>;
  return (
    <Stack gap={4}>
      <SelectField
        label="Album"
        value={albumId}
        options={withPhotos.map(({ _id, name }) => ({ value: _id, label: name }))}
        onChange={({ target }) => setChoice(target.value)}
      />
      <AlbumPhotos key={albumId} albumId={albumId} chosenId={chosenId} onChoose={onChoose} />
    </Stack>
  );
}

function AlbumPhotos({ albumId, chosenId, onChoose }: { albumId: string; chosenId: string | null; onChoose: (id: string) => void }) {
  const [page, setPage] = useState(1);
  const photos = useQuery(mediaPageOptions({ albumId, filter: 'image' }, page));
  if (photos.isPending) return <Skeleton style={{ height: 220 }} />;
  if (photos.error) return <LoadFailure message={getErrorMessage(photos.error)} onRetry={() => void photos.refetch()} />;
  const ready = photos.data.filter(({ status }) => status >= MEDIA_STATUS.playable && status !== MEDIA_STATUS.failed);
  const isLast = photos.data.length < PAGE_SIZE;
  return (
    <Stack gap={3}>
      <div className={styles.photos}>
        {ready.map((photo) => (
          <button
            key={photo._id}
            type="button"
            className={styles.photo}
            aria-pressed={photo._id === chosenId}
            onClick={() => onChoose(photo._id)}
          >
            <Picture src={getPictureUrl(photo.mediaFile.key, { width: 160, height: 120 }, 2)} alt={photo.name} />
          </button>
        ))}
      </div>
      {(page > 1 || !isLast) && (
        <Row justify="between">
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous photos
          </Button>
          <VisuallyHidden as="output">Page {page}</VisuallyHidden>
          <Button disabled={isLast} onClick={() => setPage(page + 1)}>
            More photos
          </Button>
        </Row>
      )}
    </Stack>
  );
}
