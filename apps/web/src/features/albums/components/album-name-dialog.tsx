import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Album, albumForm } from '@vitrine/contract/albums';
import { useForm } from 'react-hook-form';
import { AppError, messageOf } from '../../../lib/app-error.ts';
import { keys } from '../../../lib/query-keys.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { createAlbum, renameAlbum } from '../api/albums.ts';

interface AlbumNameDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The album to rename; none to create one. */
  album?: Album;
  onSaved?: (album: Album) => void;
}

/** Its form is mounted anew each time it opens, so that it starts from the album as it is. */
export function AlbumNameDialog(props: AlbumNameDialogProps) {
  return <AlbumNameForm key={props.isOpen ? (props.album?._id ?? 'new') : 'closed'} {...props} />;
}

function AlbumNameForm({ isOpen, onClose, album, onSaved }: AlbumNameDialogProps) {
  const client = useQueryClient();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(albumForm),
    mode: 'onTouched',
    defaultValues: { name: album?.name ?? '' },
  });
  const save = useMutation({
    mutationFn: ({ name }: { name: string }) => (album ? renameAlbum(album._id, name) : createAlbum(name)),
    onSuccess: ({ result, message }) => {
      void client.invalidateQueries({ queryKey: keys.albums });
      if (message) toast.success(message);
      if (onSaved) onSaved(result);
      else onClose();
    },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={album ? 'Rename album' : 'Create album'}
      submitLabel={album ? 'Rename' : 'Create'}
      isSubmitting={save.isPending}
      failure={save.error ? failureText(save.error) : undefined}
      onSubmit={handleSubmit((values) => save.mutate(values))}
    >
      <TextField label="Album name" autoComplete="off" maxLength={60} error={formState.errors.name?.message} {...register('name')} />
    </FormDialog>
  );
}

function failureText(error: Error): string {
  const isGone = error instanceof AppError && error.status === 404;
  return isGone ? 'You are not authorized to rename the album' : messageOf(error);
}
