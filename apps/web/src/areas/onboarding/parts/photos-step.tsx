import { Link } from '@tanstack/react-router';
import type { Album } from '@vitrine/contract/albums';
import { useRef } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { UploadIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { FreeSpaceNote } from '../../uploads/parts/free-space-note.tsx';
import { HiddenFileInput } from '../../uploads/parts/upload-button.tsx';
import { isInProgress } from '../../uploads/queue-state.ts';
import { summarizeUploads } from '../../uploads/upload-labels.ts';
import { useUploads } from '../../uploads/upload-queue.ts';
import { NewAlbumUploadTarget, UploadTarget } from '../../uploads/upload-target.ts';
import type { OnboardingProgress } from '../onboarding-steps.ts';
import styles from './onboarding.module.css';
import { useAddPhotos } from './use-take-photos.ts';

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
