import { Link } from '@tanstack/react-router';
import type { Album } from '@vitrine/contract/albums';
import { useRef } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { UploadIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Progress } from '../../../ui/loading.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useOpenPlans } from '../../accounts/parts/plan-usage.tsx';
import { useSaveAlbum } from '../../albums/api/albums.ts';
import { classifyFiles } from '../../uploads/accepted-files.ts';
import { addFiles } from '../../uploads/add-files.ts';
import { FreeSpaceNote } from '../../uploads/parts/free-space-note.tsx';
import { HiddenFileInput } from '../../uploads/parts/upload-button.tsx';
import { isInProgress } from '../../uploads/queue-state.ts';
import { toastRefusedFiles } from '../../uploads/skipped-file-toasts.ts';
import { summarizeUploads } from '../../uploads/upload-labels.ts';
import { useUploads } from '../../uploads/upload-queue.ts';
import { NewAlbumUploadTarget, UploadTarget } from '../../uploads/upload-target.ts';
import type { OnboardingProgress } from '../onboarding-steps.ts';
import styles from './onboarding.module.css';

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
        <Stack align="start" gap={2}>
          <p className={styles.soft}>
            {formatAlbumCounts(filled)} in{' '}
            <Link to="/main/media" search={{ albumId: filled._id, shared: filled.sharedBy.length > 0 || undefined }}>
              {filled.name}
            </Link>
            .
          </p>
          {choose}
        </Stack>
      ) : (
        <div className={styles.zone}>
          {choose}
          <p className={styles.pointerOnly}>or drop them anywhere on this page</p>
          <Text tone="soft" size="sm" breaks="pretty">
            <FreeSpaceNote albumId={target?._id} />
          </Text>
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
      <Text tone="soft" size="sm" breaks="pretty" aria-hidden="true">
        {title}
      </Text>
    </div>
  );
}

const FIRST_ALBUM = 'First photos';

/** Takes photos into an album, which is made with the first of them. `albumId` is the one there is. */
function useAddPhotos(albumId: string | undefined) {
  const upgrade = useOpenPlans();
  // Two drops before the album exists use one album.
  const making = useRef<Promise<string> | null>(null);
  const create = useSaveAlbum(undefined, { onError: (error) => toast.error(getErrorMessage(error)) });
  const make = () => {
    making.current ??= create
      .mutateAsync({ name: FIRST_ALBUM })
      .then(({ result }) => result._id)
      .finally(() => (making.current = null));
    return making.current;
  };
  const take = async (files: readonly File[]): Promise<void> => {
    // Do not create an album when all files are refused.
    const choice = classifyFiles(files);
    if (choice.accepted.length === 0) return toastRefusedFiles(choice);
    const into = albumId ?? (await make().catch(() => null));
    if (into !== null) await addFiles(files, into, upgrade);
  };
  return { take: (files: readonly File[]) => void take(files), isMaking: create.isPending };
}
