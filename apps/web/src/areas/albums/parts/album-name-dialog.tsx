import { zodResolver } from '@hookform/resolvers/zod';
import { type Album, albumForm, mediaPageAlbumForm } from '@vitrine/contract/albums';
import { MESSAGES } from '@vitrine/contract/messages';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ErrorWithUpgrade } from '../../accounts/parts/plan-usage.tsx';
import { useSaveAlbum } from '../api/albums.ts';
import { AlbumAudienceField } from './album-audience-field.tsx';

interface AlbumNameDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Album to rename. Without it, the dialog creates an album. */
  album?: Album;
  /** True on the media page, where the specification words the same rules differently. */
  isOnMediaPage?: boolean;
  /** Texts when the new album is a step of another task. */
  purpose?: { title: string; description: string; submitLabel: string; isBusy: boolean };
  onSaved?: (album: Album) => void;
}

/** The form is remounted each time the dialog opens, so that it starts with the current album. */
export function AlbumNameDialog(props: AlbumNameDialogProps) {
  return <AlbumNameForm key={props.isOpen ? (props.album?._id ?? 'new') : 'closed'} {...props} />;
}

function AlbumNameForm({ isOpen, onClose, album, isOnMediaPage = false, purpose, onSaved }: AlbumNameDialogProps) {
  const { register, handleSubmit, formState, setError, getValues } = useForm({
    resolver: zodResolver(isOnMediaPage ? mediaPageAlbumForm : albumForm),
    mode: 'onTouched',
    defaultValues: { name: album?.name ?? '' },
  });
  const [isPrivate, setIsPrivate] = useState(false);
  const save = useSaveAlbum(album?._id, {
    onSuccess: ({ result, message }) => {
      if (message && !purpose) toast.success(message);
      if (onSaved) onSaved(result);
      else onClose();
    },
  });
  const showEmptyNameError = () => {
    if (!isOnMediaPage && getValues('name').trim() === '') setError('name', { message: MESSAGES.albumNameEmpty });
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={purpose?.title ?? (album ? 'Rename album' : 'Create album')}
      description={purpose?.description}
      submitLabel={purpose?.submitLabel ?? (album ? 'Rename' : 'Create')}
      isSubmitting={save.isPending || purpose?.isBusy === true}
      failure={save.error && <ErrorWithUpgrade error={save.error} message={getFailureMessage(save.error)} />}
      onSubmit={handleSubmit(({ name }) => save.mutate({ name, isPrivate }), showEmptyNameError)}
    >
      <TextField
        required
        label="Album name"
        autoComplete="off"
        maxLength={60}
        error={formState.errors.name?.message}
        {...register('name')}
      />
      {!album && <AlbumAudienceField isPrivate={isPrivate} onChange={setIsPrivate} />}
    </FormDialog>
  );
}

function getFailureMessage(error: Error): string {
  const isGone = error instanceof AppError && error.status === 404;
  return isGone ? 'You are not authorized to rename the album' : getErrorMessage(error);
}
