import { Dialog } from '@base-ui/react/dialog';
import type { Media } from '@vitrine/contract/media';
import { type RefObject, useRef, useState } from 'react';
import { formatBytes, formatDate } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon, DownloadIcon, InfoIcon } from '../../../ui/icons.tsx';
import { downloadPath } from '../api/media.ts';
import { useKeys } from '../hooks/use-keys.ts';
import { useSwipe } from '../hooks/use-swipe.ts';
import styles from './media-preview.module.css';
import { PreviewStage } from './preview-stage.tsx';

interface MediaPreviewProps {
  items: Media[];
  /** Which one fills the window; none when there is no such index. */
  index: number | undefined;
  onMove: (index: number) => void;
  onClose: () => void;
}

export function MediaPreview({ items, index, onMove, onClose }: MediaPreviewProps) {
  const media = index === undefined ? undefined : items[index];
  const body = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open={media !== undefined} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className={styles.preview} initialFocus={body}>
          {media && index !== undefined && <PreviewBody ref={body} items={items} index={index} media={media} onMove={onMove} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface PreviewBodyProps {
  ref: RefObject<HTMLDivElement | null>;
  items: Media[];
  index: number;
  media: Media;
  onMove: (index: number) => void;
}

function PreviewBody({ ref, items, index, media, onMove }: PreviewBodyProps) {
  const [hasDetails, setHasDetails] = useState(false);
  const move = (step: number) => {
    const next = index + step;
    if (next >= 0 && next < items.length) onMove(next);
  };
  const swipe = useSwipe(move);
  useKeys({ ArrowRight: () => move(1), ArrowLeft: () => move(-1), i: () => setHasDetails((shown) => !shown) });
  return (
    <div ref={ref} tabIndex={-1} className={styles.body} {...swipe}>
      <header className={styles.bar}>
        <Dialog.Title className={styles.title}>{media.name}</Dialog.Title>
        <output className={styles.count}>
          {index + 1} of {items.length}
        </output>
        <IconButton
          look="onPicture"
          label="Details"
          aria-pressed={hasDetails}
          icon={<InfoIcon />}
          onClick={() => setHasDetails(!hasDetails)}
        />
        <a
          className={styles.download}
          href={downloadPath(media.mediaFile.key)}
          download
          aria-label={`Download ${media.name}`}
          title="Download"
        >
          <DownloadIcon />
        </a>
        <Dialog.Close render={<IconButton look="onPicture" label="Close preview" icon={<CloseIcon />} />} />
      </header>
      <PreviewStage key={media._id} media={media} neighbours={[items[index + 1], items[index - 1]]} />
      {index > 0 && (
        <IconButton
          look="onPicture"
          className={styles.previous}
          label="Previous"
          icon={<ChevronLeftIcon size={24} />}
          onClick={() => move(-1)}
        />
      )}
      {index < items.length - 1 && (
        <IconButton look="onPicture" className={styles.next} label="Next" icon={<ChevronRightIcon size={24} />} onClick={() => move(1)} />
      )}
      {hasDetails && <Details media={media} />}
    </div>
  );
}

function Details({ media }: { media: Media }) {
  const rows = [
    ['Name', media.name],
    ['Size', formatBytes(media.mediaFile.size)],
    ['Pixels', media.width && media.height ? `${media.width} × ${media.height}` : '–'],
    ['Type', media.mediaFile.mimetype],
    ['Added', formatDate(media.createdAt)],
  ];
  return (
    <dl className={styles.details}>
      {rows.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
