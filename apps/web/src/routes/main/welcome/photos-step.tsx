import { Link } from '@tanstack/react-router';
import type { Album } from '@vitrine/contract/albums';
import { useRef } from 'react';
import { FreeSpaceNote } from '../../../features/uploads/components/room-left.tsx';
import { HiddenFileInput } from '../../../features/uploads/components/upload-button.tsx';
import { isInProgress } from '../../../features/uploads/queue-state.ts';
import { useUploads } from '../../../features/uploads/upload-queue.ts';
import { summarizeUploads } from '../../../features/uploads/upload-summary.ts';
import { NewAlbumUploadTarget, UploadTarget } from '../../../features/uploads/upload-target.ts';
import { formatCount } from '../../../lib/format.ts';
import { UploadIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { useAddPhotos } from './use-take-photos.ts';
import styles from './welcome.module.css';
import type { OnboardingProgress } from './welcome-steps.ts';

/** Photos dropped anywhere on the page, chosen or pasted go into the first album, which they make. */
export function PhotosStep({ target, filled }: Pick<OnboardingProgress<Album>, 'target' | 'filled'>) {
  const { take, isMaking } = useAddPhotos(target?._id);
  const chooser = useRef<HTMLInputElement>(null);
  const choose = (
    <>
      <Button
        kind={filled ? 'secondary' : 'primary'}
        icon={<UploadIcon size={18} />}
        isLoading={isMaking}
        onClick={() => chooser.current?.click()}
      >
        {filled ? 'Add more' : 'Choose photos'}
      </Button>
      <HiddenFileInput ref={chooser} label="Add photos: choose files" onChosen={take} />
    </>
  );
  return (
    <>
      {target ? (
        <UploadTarget albumId={target._id} albumName={target.name} tellsProgress />
      ) : (
        <NewAlbumUploadTarget take={take} tellsProgress />
      )}
      {filled ? (
        <div className={styles.done}>
          <p className={styles.soft}>
            {formatAlbumCounts(filled)} in{' '}
            <Link to="/main/media" search={{ albumId: filled._id, shared: filled.sharedBy.length > 0 || undefined }}>
              {filled.name}
            </Link>
            .
          </p>
          {choose}
        </div>
      ) : (
        <div className={styles.zone}>
          {choose}
          <p className={styles.pointerOnly}>or drop them anywhere on this page</p>
          <p className={styles.small}>
            <FreeSpaceNote albumId={target?._id} />
          </p>
        </div>
      )}
      <UploadProgress />
    </>
  );
}

function formatAlbumCounts({ imageCount, videoCount }: Pick<Album, 'imageCount' | 'videoCount'>): string {
  return [imageCount > 0 && formatCount(imageCount, 'photo'), videoCount > 0 && formatCount(videoCount, 'video')]
    .filter(Boolean)
    .join(', ');
}

function UploadProgress() {
  const uploads = useUploads();
  const inProgress = uploads.items.filter(isInProgress);
  if (inProgress.length === 0) return null;
  const total = uploads.items.reduce((bytes, { size }) => bytes + size, 0);
  const sent = uploads.items.reduce((bytes, { size, state }) => {
    if (state.is === 'uploaded') return bytes + size;
    return state.is === 'uploading' ? bytes + state.sentBytes : bytes;
  }, 0);
  const { title } = summarizeUploads(uploads);
  return (
    <div className={styles.progress}>
      <Progress value={(sent / total) * 100} label={title} />
      <p className={styles.small} aria-hidden="true">
        {title}
      </p>
    </div>
  );
}
