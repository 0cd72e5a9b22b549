import { zodResolver } from '@hookform/resolvers/zod';
import { type Album, albumForm } from '@vitrine/contract/albums';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { PlusIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ErrorWithUpgrade } from '../../accounts/parts/plan-usage.tsx';
import { useSaveAlbum } from '../api/albums.ts';
import { AlbumAudienceField } from './album-audience-field.tsx';
import styles from './album-picker-dialog.module.css';

interface NewAlbumFieldProps {
  onCreated: (album: Album) => void;
  /** True when no album exists, so that a name is requested immediately. */
  isFirst?: boolean;
}

/** Creates an album inside a picker. `onCreated` is called once the lists contain it. */
export function NewAlbumField({ onCreated, isFirst = false }: NewAlbumFieldProps) {
  const [isOpen, setIsOpen] = useState(isFirst);
  if (isOpen) return <NewAlbumForm onCreated={onCreated} onClose={() => setIsOpen(false)} />;
  return (
    <Button className={styles.open} icon={<PlusIcon size={18} />} onClick={() => setIsOpen(true)}>
      Create new album
    </Button>
  );
}

function NewAlbumForm({ onCreated, onClose }: { onCreated: (album: Album) => void; onClose: () => void }) {
  const { register, handleSubmit, formState, setFocus } = useForm({ resolver: zodResolver(albumForm), defaultValues: { name: '' } });
  const save = useSaveAlbum(undefined, {
    onSuccess: async ({ result }, _form, refreshed) => {
      await refreshed;
      onCreated(result);
      onClose();
    },
  });
  const [isPrivate, setIsPrivate] = useState(false);
  useEffect(() => setFocus('name'), [setFocus]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Ends this, and not the dialog around it.
    event.stopPropagation();
    onClose();
  };
  return (
    <Row as="form" wrap align="end" gap={2} noValidate onSubmit={handleSubmit(({ name }) => save.mutate({ name, isPrivate }))}>
      <TextField
        required
        label="Album name"
        autoComplete="off"
        maxLength={60}
        className={styles.newAlbumFieldName}
        error={formState.errors.name?.message}
        onKeyDown={onKeyDown}
        {...register('name')}
      />
      <AlbumAudienceField isPrivate={isPrivate} onChange={setIsPrivate} />
      <Row gap={2}>
        <Button type="submit" isLoading={save.isPending}>
          Create
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </Row>
      {save.error && (
        <p className={styles.failure} role="alert">
          <ErrorWithUpgrade error={save.error} />
        </p>
      )}
    </Row>
  );
}
