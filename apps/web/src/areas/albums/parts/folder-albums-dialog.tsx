import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { AppError, getErrorMessage, isPlanLimitError } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { useOpenPlans } from '../../accounts/parts/plan-usage.tsx';
import { classifyFiles } from '../../uploads/accepted-files.ts';
import { addFiles } from '../../uploads/add-files.ts';
import { type FolderAlbum, groupByFolder } from '../../uploads/folder-albums.ts';
import { toastRefusedFiles } from '../../uploads/skipped-file-toasts.ts';
import { uploads } from '../../uploads/upload-queue.ts';
import { albumListOptions, useSaveAlbum } from '../api/albums.ts';
import styles from './album-picker-dialog.module.css';

interface FolderAlbumsDialogProps {
  /** Files of several folders. The dialog is open while there are some. */
  files: readonly File[];
  /** True when the files were dropped or chosen on the page of an album. */
  isAlbumOpen: boolean;
  onClose: () => void;
  /** Adds all files to one album. */
  onMerge: () => void;
}

const LISTED_FOLDERS = 6;

/** Lets the user choose whether folders become albums. Folders whose album already exists are added to it, so that an upload can be repeated. */
export const FolderAlbumsDialog = (props: FolderAlbumsDialogProps) => (props.files.length > 0 ? <FolderChoices {...props} /> : null);

function FolderChoices({ files, isAlbumOpen, onClose, onMerge }: FolderAlbumsDialogProps) {
  const choice = useMemo(() => classifyFiles(files), [files]);
  const folders = useMemo(() => groupByFolder(choice.accepted), [choice]);
  const { existing, upload, isCreating } = useFolderUpload(onClose);
  const created = folders.filter(({ name }) => !existing.has(name)).length;
  const start = () => {
    toastRefusedFiles(choice);
    void upload(folders);
  };
  const count = folders.reduce((sum, folder) => sum + folder.files.length, 0);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Keep folders as albums?"
      description={`${formatCount(count, 'file')} for ${formatCount(folders.length, 'album')}:`}
    >
      <Stack gap={4}>
        <ul className={styles.folders}>
          {folders.slice(0, LISTED_FOLDERS).map(({ name, files: inFolder }) => (
            <li key={name}>
              <Text as="span" breaks="anywhere">
                {name}
              </Text>
              <Text as="span" tone="soft" size="sm">
                {formatCount(inFolder.length, 'file')}
                {existing.has(name) && ', added to your album'}
              </Text>
            </li>
          ))}
          {folders.length > LISTED_FOLDERS && <li>{`${folders.length - LISTED_FOLDERS} more`}</li>}
        </ul>
        <Row wrap justify="end" gap={2}>
          <Button disabled={isCreating} onClick={onMerge}>
            {isAlbumOpen ? 'Add all to this album' : 'Add all to one album'}
          </Button>
          <Button kind="primary" isLoading={isCreating} onClick={start}>
            {created === 0 ? 'Upload to these albums' : `Create ${formatCount(created, 'album')}`}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

function useFolderUpload(onDone: () => void) {
  const account = useAccountInView();
  const client = useQueryClient();
  const upgrade = useOpenPlans();
  const options = albumListOptions('mine', account);
  const albums = useQuery(options).data ?? [];
  const existing = new Map(albums.filter(({ abilities }) => abilities.addMedia).map(({ name, _id }) => [name, _id]));
  const save = useSaveAlbum(undefined, {});
  const [isCreating, setIsCreating] = useState(false);
  /** Returns the ids of the albums so far, and the error that ended the creation. */
  const createAlbums = async (folders: readonly FolderAlbum[]) => {
    const targets: { albumId: string; files: File[] }[] = [];
    try {
      for (const { name, files } of folders)
        targets.push({ albumId: existing.get(name) ?? (await save.mutateAsync({ name })).result._id, files });
      return { targets, error: null };
    } catch (error) {
      return { targets, error };
    }
  };
  const upload = async (folders: readonly FolderAlbum[]) => {
    setIsCreating(true);
    const { targets, error } = await createAlbums(folders);
    void client.invalidateQueries({ queryKey: options.queryKey });
    onDone();
    setIsCreating(false);
    if (error) toastSkippedFolders(error, folders.slice(targets.length), upgrade);
    await uploads.addTogether(async () => {
      for (const { albumId, files } of targets) await addFiles(files, albumId, upgrade);
    });
  };
  return { existing, upload, isCreating };
}

/** Reports folders for which no album could be created, such as beyond the number of albums of the plan. */
function toastSkippedFolders(error: unknown, skipped: readonly FolderAlbum[], onUpgrade: (() => void) | undefined): void {
  const text = `${getErrorMessage(error)} Skipped: ${skipped[0]?.name}${skipped.length > 1 ? ` and ${formatCount(skipped.length - 1, 'other folder')}` : ''}.`;
  const isPlanLimit = error instanceof AppError && isPlanLimitError(error.code);
  toast.error(text, undefined, isPlanLimit && onUpgrade ? { label: 'Upgrade', onSelect: onUpgrade } : undefined);
}
