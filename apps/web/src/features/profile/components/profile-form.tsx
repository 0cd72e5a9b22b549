import { zodResolver } from '@hookform/resolvers/zod';
import type { User } from '@vitrine/contract/accounts';
import { profileForm } from '@vitrine/contract/profile';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { AppError, messageOf } from '../../../lib/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useCloseLater } from '../../../ui/use-close-later.ts';
import { useUpdateProfile, useUploadPicture } from '../api/profile-mutations.ts';
import { maskPhone } from '../phone-mask.ts';
import { photoFault } from '../photo-rules.ts';
import { BirthdayField } from './birthday-field.tsx';
import { PhotoField } from './photo-field.tsx';
import styles from './profile-form.module.css';

/** How long the form stays after 'Successfully Updated.' (specification 1 §4). */
const CLOSE_MS = 3000;
const GENDERS = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: 'other', label: 'Other' },
];

interface ProfileFormProps {
  user: User;
  onChangeEmail?: () => void;
  onClose: () => void;
}

export function ProfileForm({ user, onChangeEmail, onClose }: ProfileFormProps) {
  const { register, handleSubmit, control, formState } = useForm({
    resolver: zodResolver(profileForm),
    mode: 'onTouched',
    defaultValues: {
      name: user.name,
      phoneNo: maskPhone(user.phoneNo),
      dateOfBirth: user.dateOfBirth ?? '',
      gender: user.gender ?? ('' as const),
    },
  });
  const { errors } = formState;
  const photo = usePhoto(user.profilePicture?.key ?? null);
  const save = useSave(user);
  useCloseLater(save.isSuccess, onClose, CLOSE_MS);
  const submit = handleSubmit((form) => save.mutate({ ...form, profilePicture: photo.key ? { key: photo.key } : null }));
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Personal details">
      <PhotoField
        name={user.name}
        pictureKey={photo.key}
        isUploading={photo.isUploading}
        error={photo.error}
        onChoose={photo.choose}
        onRemove={photo.remove}
      />
      <div className={styles.fields}>
        <TextField label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
        <TextField
          label="Email"
          type="email"
          value={user.email}
          readOnly
          trailing={
            onChangeEmail && (
              <Button kind="quiet" onClick={onChangeEmail}>
                Change
              </Button>
            )
          }
        />
        <Controller
          control={control}
          name="phoneNo"
          render={({ field }) => (
            <TextField
              label="Phone"
              type="tel"
              autoComplete="tel-national"
              placeholder="(999)-999-9999"
              error={errors.phoneNo?.message}
              {...field}
              onChange={(event) => field.onChange(maskPhone(event.target.value))}
            />
          )}
        />
        <Controller
          control={control}
          name="dateOfBirth"
          render={({ field }) => <BirthdayField {...field} error={errors.dateOfBirth?.message} />}
        />
        <SelectField label="Gender" options={GENDERS} placeholder="Rather not say" error={errors.gender?.message} {...register('gender')} />
      </div>
      {save.error && (
        <p className={styles.failure} role="alert">
          {failureOf(save.error)}
        </p>
      )}
      <div className={styles.actions}>
        <Button kind="quiet" onClick={onClose}>
          {save.isSuccess ? 'Close' : 'Cancel'}
        </Button>
        <Button kind="primary" type="submit" isLoading={save.isPending} disabled={photo.isUploading || save.isSuccess}>
          {save.isSuccess ? 'Saved' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

function useSave(user: User) {
  return useUpdateProfile(user._id, {
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Successfully Updated.');
    },
  });
}

/** A picture is uploaded when it is chosen, so that it is seen as the server keeps it; the profile takes it with Save. */
function usePhoto(before: string | null) {
  const [key, setKey] = useState(before);
  const [fault, setFault] = useState<string>();
  const upload = useUploadPicture({ onSuccess: (key) => setKey(key) });
  return {
    key,
    isUploading: upload.isPending,
    error: fault ?? (upload.error ? messageOf(upload.error) : undefined),
    choose: (file: File) => {
      const found = photoFault(file);
      setFault(found);
      if (!found) upload.mutate(file);
    },
    remove: () => {
      setFault(undefined);
      upload.reset();
      setKey(null);
    },
  };
}

function failureOf(error: Error): string {
  return error instanceof AppError && error.status === 404 ? 'You are not authorized to edit user name' : messageOf(error);
}
