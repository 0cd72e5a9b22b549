import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LIMITS } from '@vitrine/contract/limits';
import type { Media } from '@vitrine/contract/media';
import { useState } from 'react';
import { messageOf } from '../../../lib/app-error.ts';
import { formatClock, formatDate, formatFileSize } from '../../../lib/format.ts';
import { pictureUrl } from '../../../lib/picture-url.ts';
import { keys } from '../../../lib/query-keys.ts';
import { thumbhashUrl } from '../../../lib/thumbhash-url.ts';
import { Button } from '../../../ui/button.tsx';
import { ImageIcon } from '../../../ui/icons.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { FactList } from '../../../ui/side-panel.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { editMedia } from '../api/media-changes.ts';
import { pictureKeyOf } from '../media-state.ts';
import styles from './media-details.module.css';

interface MediaDetailsProps {
  media: Media;
  canEdit: boolean;
  /** Who put it there, in words. */
  addedBy: string;
}

export function MediaDetails({ media, canEdit, addedBy }: MediaDetailsProps) {
  const key = pictureKeyOf(media);
  const facts = [
    { term: 'Type', value: media.mediaFile.mimetype },
    { term: 'Size', value: formatFileSize(media.mediaFile.size) },
    { term: 'Pixels', value: media.width && media.height ? `${media.width} × ${media.height}` : 'Not known yet' },
    ...(media.kind === 'video' && media.mediaFile.duration ? [{ term: 'Duration', value: formatClock(media.mediaFile.duration) }] : []),
    { term: 'File', value: media.mediaFile.fileName },
    { term: 'Added', value: `${formatDate(media.createdAt)} by ${addedBy}` },
    ...(media.failureReason ? [{ term: 'Problem', value: media.failureReason }] : []),
  ];
  return (
    <>
      <div className={styles.picture}>
        {key ? (
          <Picture
            src={pictureUrl(key, { width: 320, fit: 'inside' }, 2)}
            alt={media.name}
            fit="contain"
            placeholder={thumbhashUrl(media.thumbhash)}
            fallback={<ImageIcon size={28} />}
          />
        ) : (
          <ImageIcon size={28} />
        )}
      </div>
      {canEdit ? <NameForm key={`${media._id}-${media.updatedAt}`} media={media} /> : <Words media={media} />}
      <FactList facts={facts} />
    </>
  );
}

function Words({ media }: { media: Media }) {
  return (
    <div>
      <p className={styles.name}>{media.name}</p>
      {media.caption && <p className={styles.caption}>{media.caption}</p>}
    </div>
  );
}

function NameForm({ media }: { media: Media }) {
  const client = useQueryClient();
  const [name, setName] = useState(media.name);
  const [caption, setCaption] = useState(media.caption);
  const isChanged = name.trim() !== media.name || caption !== media.caption;
  const save = useMutation({
    mutationFn: () => editMedia(media._id, { name: name.trim() === media.name ? undefined : name, caption }),
    onSuccess: ({ message }) => {
      void client.invalidateQueries({ queryKey: keys.mediaOfAlbum(media.albumId) });
      if (message) toast.success(message);
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  const onSubmit = (event: React.FormEvent) => {
    event.preventDefault();
    if (isChanged) save.mutate();
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <TextField
        label="Name"
        value={name}
        maxLength={LIMITS.detailNameMax}
        error={name.trim() === '' ? 'Name is required' : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <TextAreaField
        label="Caption"
        rows={2}
        value={caption}
        maxLength={LIMITS.captionMax}
        onChange={(event) => setCaption(event.target.value)}
      />
      {isChanged && (
        <Button kind="primary" type="submit" isLoading={save.isPending} disabled={name.trim() === ''}>
          Save
        </Button>
      )}
    </form>
  );
}
