import { RAW_EXTENSIONS } from '@vitrine/contract/accepted-files';
import { MEDIA_STATUS, type Media, mediaDetailsForm } from '@vitrine/contract/media';
import type { ReactNode } from 'react';
import { formatClock, formatDate, formatFileSize } from '../../../lib/format.ts';
import { getPictureUrl, getThumbhashUrl } from '../../../lib/picture-url.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { PencilIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ImageIcon } from '../../../ui/icons.tsx';
import { NameCaptionForm } from '../../../ui/name-caption-form.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { FactList } from '../../../ui/side-panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { useEditMedia, useRetryMedia } from '../api/media-mutations.ts';
import { formatCaptureTime } from '../capture-labels.ts';
import { listShownPages } from '../document-pages.ts';
import { FRAMING_MESSAGES } from '../framing-labels.ts';
import { getPictureKey } from '../media-sizes.ts';
import { formatOwnDuration, formatPeriod, getPeriodState } from '../screen-times-labels.ts';
import { DocumentEditor } from './document-editor.tsx';
import styles from './media-details.module.css';
import { SCREEN_TIMES_DIALOG } from './screen-times-dialog.tsx';
import { TAKEN_DATE_DIALOG } from './taken-date-dialog.tsx';

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
    ...rawFacts(media),
    ...(media.pageCount === null ? [] : [{ term: 'Pages', value: formatPageCounts(media) }]),
    { term: 'Size', value: formatFileSize(media.mediaFile.size) },
    { term: 'Dimensions', value: media.width && media.height ? `${media.width} × ${media.height}` : 'Not available yet' },
    ...(media.kind === 'video' && media.mediaFile.duration ? [{ term: 'Duration', value: formatClock(media.mediaFile.duration) }] : []),
    ...screenTimesFacts(media, canEdit && <ChangeScreenTimesButton media={media} />),
    ...takenFacts(media, canEdit && <ChangeDateButton media={media} />),
    { term: 'File name', value: media.mediaFile.fileName },
    { term: 'Added', value: `${formatDate(media.createdAt)} by ${addedBy}` },
    ...(media.framing === null ? [] : [{ term: 'On screens', value: FRAMING_MESSAGES[media.framing] }]),
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
      {canEdit && media.kind === 'document' && <DocumentEditor media={media} />}
      <FactList facts={facts} />
      {canEdit && media.status === MEDIA_STATUS.failed && <RetryButton media={media} />}
    </>
  );
}

function RetryButton({ media }: { media: Media }) {
  const retry = useRetryMedia(media.albumId, { ...messageToasts });
  return (
    <Button isLoading={retry.isPending} onClick={() => retry.mutate(media._id)}>
      Process again
    </Button>
  );
}

function MediaNameForm({ media }: { media: Media }) {
  return (
    <div>
      <Text weight="bold" breaks="anywhere">
        {media.name}
      </Text>
      {media.caption && (
        <Text tone="soft" breaks="anywhere">
          {media.caption}
        </Text>
      )}
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

function ChangeDateButton({ media }: { media: Media }) {
  const dialog = useDialog();
  return (
    <IconButton
      label="Change date taken"
      className={styles.edit}
      icon={<PencilIcon size={16} />}
      onClick={() => dialog.open(TAKEN_DATE_DIALOG, media._id)}
    />
  );
}

function ChangeScreenTimesButton({ media }: { media: Media }) {
  const dialog = useDialog();
  return (
    <IconButton
      label="Change time on screens"
      className={styles.edit}
      icon={<PencilIcon size={16} />}
      onClick={() => dialog.open(SCREEN_TIMES_DIALOG, media._id)}
    />
  );
}

const STATE_BADGES = {
  expired: <Badge tone="danger">Expired</Badge>,
  upcoming: <Badge tone="warning">Not yet</Badge>,
  limited: null,
};

/** Describes how long and when screens show the media. `edit` changes it. */
export const screenTimesFacts = (
  { kind, duration, valid }: Pick<Media, 'kind' | 'duration' | 'valid'>,
  edit: ReactNode = null,
): { term: string; value: ReactNode }[] => [
  ...(kind === 'video' ? [] : [{ term: 'Stays on screen', value: formatOwnDuration({ duration }) }]),
  {
    term: 'Shown',
    value: (
      <>
        <span className={styles.taken}>
          <span>{valid ? formatPeriod(valid) : 'Always'}</span>
          {edit}
        </span>
        {valid && <span className={styles.state}>{STATE_BADGES[getPeriodState(valid)]}</span>}
      </>
    ),
  },
];

/** Formats the number of pages of a document, and how many of them are shown if some are left out. */
export const formatPageCounts = (media: Media): string => {
  const shown = listShownPages(media).length;
  return shown === media.pageCount ? `${shown}` : `${shown} of ${media.pageCount} shown`;
};

/** Explains what is shown of a RAW file. */
export const rawFacts = ({ mediaFile }: Pick<Media, 'mediaFile'>) =>
  mediaFile.mimetype in RAW_EXTENSIONS
    ? [{ term: 'Shown as', value: 'The JPEG that the camera stored in this RAW file. Downloads contain the original.' }]
    : [];

/** Lists when, where and with what the media was taken, if known. `edit` changes the date. */
export const takenFacts = (
  { takenAt, place, camera, lens }: Pick<Media, 'takenAt' | 'place' | 'camera' | 'lens'>,
  edit: ReactNode = null,
): { term: string; value: ReactNode }[] =>
  [
    { term: 'Taken', value: edit ? <TakenDate takenAt={takenAt} edit={edit} /> : takenAt && formatCaptureTime(takenAt) },
    { term: 'Place', value: place && <PlaceName place={place} /> },
    { term: 'Camera', value: camera },
    { term: 'Lens', value: lens },
  ].flatMap(({ term, value }) => (value ? [{ term, value }] : []));

const TakenDate = ({ takenAt, edit }: { takenAt: string | null; edit: ReactNode }) => (
  <span className={styles.taken}>
    {takenAt ? formatCaptureTime(takenAt) : 'Unknown'}
    {edit}
  </span>
);

/** A place name with the credit that its licence requires. */
function PlaceName({ place }: { place: string }) {
  return (
    <>
      <span>{place}</span>
      <small className={styles.credit}>
        Place name by{' '}
        <a href="https://www.geonames.org/" target="_blank" rel="noreferrer">
          GeoNames
        </a>
        ,{' '}
        <a href="https://creativecommons.org/licenses/by/4.0/" target="_blank" rel="noreferrer">
          CC BY 4.0
        </a>
      </small>
    </>
  );
}
