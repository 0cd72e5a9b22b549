import { type Media, mediaDetailsForm } from '@vitrine/contract/media';
import { formatClock, formatDate, formatFileSize } from '../../../lib/format.ts';
import { getPictureUrl } from '../../../lib/picture-url.ts';
import { getThumbhashUrl } from '../../../lib/thumbhash.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { ImageIcon } from '../../../ui/icons.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { FactList } from '../../../ui/side-panel.tsx';
import { NameCaptionForm } from '../../../ui/words-form.tsx';
import { useEditMedia } from '../api/media-mutations.ts';
import { getPictureKey } from '../picture-source.ts';
import styles from './media-details.module.css';
import { takenFacts } from './taken-facts.tsx';

interface MediaDetailsProps {
  media: Media;
  canEdit: boolean;
  /** Name of the uploader. */
  addedBy: string;
}

export function MediaDetails({ media, canEdit, addedBy }: MediaDetailsProps) {
  const key = getPictureKey(media);
  const facts = [
    { term: 'Type', value: media.mediaFile.mimetype },
    { term: 'Size', value: formatFileSize(media.mediaFile.size) },
    { term: 'Dimensions', value: media.width && media.height ? `${media.width} × ${media.height}` : 'Not available yet' },
    ...(media.kind === 'video' && media.mediaFile.duration ? [{ term: 'Duration', value: formatClock(media.mediaFile.duration) }] : []),
    ...takenFacts(media),
    { term: 'File name', value: media.mediaFile.fileName },
    { term: 'Added', value: `${formatDate(media.createdAt)} by ${addedBy}` },
    ...(media.failureReason ? [{ term: 'Problem', value: media.failureReason }] : []),
  ];
  return (
    <>
      <div className={styles.picture}>
        {key ? (
          <Picture
            src={getPictureUrl(key, { width: 320, fit: 'inside' }, 2)}
            alt={media.name}
            fit="contain"
            placeholder={getThumbhashUrl(media.thumbhash)}
            fallback={<ImageIcon size={28} />}
          />
        ) : (
          <ImageIcon size={28} />
        )}
      </div>
      {canEdit ? <NameForm key={`${media._id} ${media.name} ${media.caption}`} media={media} /> : <MediaNameForm media={media} />}
      <FactList facts={facts} />
    </>
  );
}

function MediaNameForm({ media }: { media: Media }) {
  return (
    <div>
      <p className={styles.name}>{media.name}</p>
      {media.caption && <p className={styles.caption}>{media.caption}</p>}
    </div>
  );
}

function NameForm({ media }: { media: Media }) {
  const save = useEditMedia(media, {
    ...messageToasts,
  });
  return (
    <NameCaptionForm
      words={{ name: media.name, caption: media.caption }}
      schema={mediaDetailsForm(media.name)}
      isSaving={save.isPending}
      onSave={({ name, caption }) => save.mutate({ name: name === media.name ? undefined : name, caption })}
    />
  );
}
