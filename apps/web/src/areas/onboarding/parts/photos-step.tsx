import { Link } from '@tanstack/react-router';
import type { Album } from '@vitrine/contract/albums';
import { useRef } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatItemCounts } from '../../../lib/item-counts.ts';
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

/** First step: photos that are dropped on the page, chosen or pasted are added to the first album, which is created on demand. */
export function PhotosStep({ target, filled }: Pick<OnboardingProgress<Album>, 'target' | 'filled'>) {
  const { addPhotos, isCreating } = useAddPhotos(target?._id);
  const chooser = useRef<HTMLInputElement>(null);
  const choose = (
    <>
      <Button
        kind={filled ? 'secondary' : 'primary'}
        icon={<UploadIcon size={18} />}
        isLoading={isCreating}
        onClick={() => chooser.current?.click()}
      >
        {filled ? 'Add more' : 'Choose photos'}
      </Button>
      <HiddenFileInput ref={chooser} label="Add photos: choose files" onChosen={addPhotos} />
    </>
  );
  return (
    <>
      {target ? (
        <UploadTarget albumId={target._id} albumName={target.name} tellsProgress />
      ) : (
        <NewAlbumUploadTarget take={addPhotos} tellsProgress />
      )}
      {filled ? (
        <Stack align="start" gap={2}>
          <p className={styles.soft}>
            {formatItemCounts(filled)} in{' '}
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

/** Adds photos to an album, creating it with the first photo. `albumId` is the existing album, if any. */
function useAddPhotos(albumId: string | undefined) {
  const upgrade = useOpenPlans();
  // Two drops before the album exists use one album.
  const creating = useRef<Promise<string> | null>(null);
  const create = useSaveAlbum(undefined, { onError: (error) => toast.error(getErrorMessage(error)) });
  const createAlbum = () => {
    creating.current ??= create
      .mutateAsync({ name: FIRST_ALBUM })
      .then(({ result }) => result._id)
      .finally(() => (creating.current = null));
    return creating.current;
  };
  const add = async (files: readonly File[]): Promise<void> => {
    // Do not create an album when all files are refused.
    const choice = classifyFiles(files);
    if (choice.accepted.length === 0) return toastRefusedFiles(choice);
    const targetId = albumId ?? (await createAlbum().catch(() => null));
    if (targetId !== null) await addFiles(files, targetId, upgrade);
  };
  return { addPhotos: (files: readonly File[]) => void add(files), isCreating: create.isPending };
}
