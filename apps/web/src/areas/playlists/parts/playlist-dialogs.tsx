import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '@vitrine/contract/limits';
import { MESSAGES } from '@vitrine/contract/messages';
import { type Playlist, playlistForm } from '@vitrine/contract/playlists';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ErrorWithUpgrade } from '../../accounts/parts/plan-usage.tsx';
import { useRestoreFromBin } from '../../albums/api/bin.ts';
import { publishCountOptions } from '../../publishing/api/publishes.ts';
import { getPlayingNote } from '../../publishing/publish-labels.ts';
import { useDeletePlaylist, useSavePlaylist } from '../api/playlists.ts';

interface PlaylistFormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The playlist to edit; none to create one. */
  playlist?: Playlist;
  onSaved?: (playlist: Playlist) => void;
}

export function PlaylistFormDialog(props: PlaylistFormDialogProps) {
  return <PlaylistFields key={props.isOpen ? (props.playlist?._id ?? 'new') : 'closed'} {...props} />;
}

function PlaylistFields({ isOpen, onClose, playlist, onSaved }: PlaylistFormDialogProps) {
  const { register, handleSubmit, getValues, formState } = useForm({
    resolver: zodResolver(playlistForm),
    mode: 'onTouched',
    defaultValues: { name: playlist?.name ?? '', caption: playlist?.caption ?? '' },
  });
  const save = useSavePlaylist(playlist?._id, {
    onSuccess: ({ result, message }) => {
      if (message) toast.success(message);
      if (onSaved) onSaved(result);
      else onClose();
    },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={playlist ? 'Edit playlist' : 'Create playlist'}
      submitLabel={playlist ? 'Save' : 'Create'}
      isSubmitting={save.isPending}
      failure={save.error && <ErrorWithUpgrade error={save.error} />}
      onSubmit={handleSubmit(
        (values) => save.mutate(values),
        () => getValues('name').trim() === '' && toast.error(MESSAGES.playlistNameEmpty),
      )}
    >
      <TextField required label="Playlist name" autoComplete="off" error={formState.errors.name?.message} {...register('name')} />
      <TextField label="Caption" autoComplete="off" hint="Optional" error={formState.errors.caption?.message} {...register('caption')} />
    </FormDialog>
  );
}

interface DeletePlaylistDialogProps {
  playlist?: Pick<Playlist, '_id' | 'name' | 'userId' | 'abilities'>;
  isOpen: boolean;
  onClose: () => void;
  /** Instead of closing. */
  onDeleted?: () => void;
}

export function DeletePlaylistDialog({ playlist, isOpen, onClose, onDeleted = onClose }: DeletePlaylistDialogProps) {
  const isShown = isOpen && playlist?.abilities.delete === true;
  const count = useQuery({ ...publishCountOptions(playlist?._id ?? ''), enabled: isShown });
  const restore = useRestoreFromBin({ onError: (error) => toast.error(getErrorMessage(error)) });
  const remove = useDeletePlaylist({
    onSuccess: ({ message }, { _id, name, userId }) => {
      const undo = () =>
        restore.mutateAsync({ ownerId: userId, playlistIdArr: [_id] }).then(
          () => toast.success(`“${name}” restored.`),
          () => undefined,
        );
      toast.success(message ?? 'Playlist deleted.', { action: { label: 'Undo', onSelect: () => void undo() } });
      onDeleted();
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  return (
    <ConfirmDialog
      isOpen={isShown}
      onClose={onClose}
      onConfirm={() => playlist && remove.mutate(playlist)}
      title={`Delete “${playlist?.name ?? ''}”?`}
      consequence={[
        getPlayingNote(count.data),
        'Its albums, photos and videos are kept.',
        `You can restore it with its schedules from Trash for ${LIMITS.binDays} days.`,
      ].join(' ')}
      confirmLabel="Delete playlist"
      isBusy={remove.isPending}
    />
  );
}
