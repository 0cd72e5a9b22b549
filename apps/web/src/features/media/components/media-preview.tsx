import { Dialog } from '@base-ui/react/dialog';
import type { Media } from '@vitrine/contract/media';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { messageOf } from '../../../lib/app-error.ts';
import { download } from '../../../lib/downloads.ts';
import { ChevronLeftIcon, ChevronRightIcon, RotateLeftIcon, RotateRightIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon, DownloadIcon, InfoIcon } from '../../../ui/icons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { downloadAddress } from '../api/media.ts';
import { useKeys } from '../hooks/use-keys.ts';
import { useRotation } from '../hooks/use-rotation.ts';
import { useSwipe } from '../hooks/use-swipe.ts';
import styles from './media-preview.module.css';
import { PreviewDetails } from './preview-details.tsx';
import { PreviewStage } from './preview-stage.tsx';

interface MediaPreviewProps {
  /** The media at a place in the list, once it is known. */
  at: (index: number) => Media | undefined;
  count: number;
  /** Which one fills the window; none when there is no such index. */
  index: number | undefined;
  canEdit: (media: Media) => boolean;
  /** The way to a poster of this picture. */
  posterLink: (media: Media) => ReactNode;
  onMove: (index: number) => void;
  onClose: () => void;
}

export function MediaPreview({ at, count, index, canEdit, posterLink, onMove, onClose }: MediaPreviewProps) {
  const isOpen = index !== undefined && index < count;
  const body = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className={styles.preview} initialFocus={body}>
          {isOpen && (
            <PreviewBody ref={body} at={at} count={count} index={index} canEdit={canEdit} posterLink={posterLink} onMove={onMove} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface PreviewBodyProps extends Omit<MediaPreviewProps, 'onClose'> {
  ref: RefObject<HTMLDivElement | null>;
  index: number;
}

function PreviewBody({ ref, at, count, index, canEdit, posterLink, onMove }: PreviewBodyProps) {
  const [hasDetails, setHasDetails] = useState(false);
  const media = at(index);
  const rotation = useRotation(media);
  const canTurn = media?.kind === 'image' && canEdit(media);
  const move = (step: number) => {
    const next = index + step;
    if (next >= 0 && next < count) onMove(next);
  };
  const swipe = useSwipe(move);
  const turn = (angle: number) => canTurn && rotation.turn(angle);
  useKeys({
    ArrowRight: () => move(1),
    ArrowLeft: () => move(-1),
    Home: () => onMove(0),
    End: () => onMove(count - 1),
    i: () => setHasDetails((shown) => !shown),
    '[': () => turn(-90),
    ']': () => turn(90),
  });
  return (
    <div ref={ref} tabIndex={-1} className={styles.body} {...swipe}>
      <header className={styles.bar}>
        <Dialog.Title className={styles.title}>{media?.name ?? 'Loading'}</Dialog.Title>
        <output className={styles.count}>
          {index + 1} of {count}
        </output>
        {canTurn && <TurnButtons rotation={rotation} />}
        <IconButton
          look="onPicture"
          label="Details"
          aria-pressed={hasDetails}
          icon={<InfoIcon />}
          onClick={() => setHasDetails(!hasDetails)}
        />
        {media?.kind === 'image' && posterLink(media)}
        {media && <DownloadButton media={media} />}
        <Dialog.Close render={<IconButton look="onPicture" label="Close preview" icon={<CloseIcon />} />} />
      </header>
      {media ? (
        <PreviewStage
          key={`${media._id} ${media.mediaFile.key}`}
          media={media}
          angle={rotation.angle}
          neighbours={[at(index + 1), at(index - 1)]}
        />
      ) : (
        <div className={styles.words}>
          <Spinner />
        </div>
      )}
      {index > 0 && (
        <IconButton
          look="onPicture"
          className={styles.previous}
          label="Previous"
          icon={<ChevronLeftIcon size={24} />}
          onClick={() => move(-1)}
        />
      )}
      {index < count - 1 && (
        <IconButton look="onPicture" className={styles.next} label="Next" icon={<ChevronRightIcon size={24} />} onClick={() => move(1)} />
      )}
      {hasDetails && media && <PreviewDetails media={media} />}
    </div>
  );
}

function TurnButtons({ rotation }: { rotation: ReturnType<typeof useRotation> }) {
  return (
    <>
      <IconButton look="onPicture" label="Rotate left" icon={<RotateLeftIcon />} onClick={() => rotation.turn(-90)} />
      <IconButton look="onPicture" label="Rotate right" icon={<RotateRightIcon />} onClick={() => rotation.turn(90)} />
      {rotation.angle !== 0 && (
        <button type="button" className={styles.save} disabled={rotation.isSaving} onClick={rotation.save}>
          {rotation.isSaving ? 'Saving' : 'Save'}
        </button>
      )}
    </>
  );
}

/** Pictures come as `{name}.jpg`; what a browser cannot hold in memory it fetches by itself. */
function DownloadButton({ media }: { media: Media }) {
  const { key, size } = media.mediaFile;
  const label = `Download ${media.name}`;
  if (media.kind === 'video' || size > LARGEST_IN_MEMORY) {
    return (
      <a className={styles.download} href={downloadAddress(key)} download aria-label={label} title="Download">
        <DownloadIcon />
      </a>
    );
  }
  const onClick = () => {
    download(downloadAddress(key), fileNameOf(media)).catch((error: unknown) => toast.error(messageOf(error)));
  };
  return <IconButton look="onPicture" label={label} title="Download" icon={<DownloadIcon />} onClick={onClick} />;
}

const LARGEST_IN_MEMORY = 100e6;

const ENDINGS: Record<string, string> = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/heic': 'heic',
};
/** A turned picture is a JPEG, whatever its original is. */
const fileNameOf = ({ name, rotation, mediaFile }: Media) => `${name}.${rotation === 0 ? (ENDINGS[mediaFile.mimetype] ?? 'jpg') : 'jpg'}`;
