import { zodResolver } from '@hookform/resolvers/zod';
import type { User } from '@vitrine/contract/accounts';
import { dateOfBirth, profileForm } from '@vitrine/contract/profile';
import { type Ref, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { useDelayedClose } from '../../../ui/dialog.tsx';
import { Row } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { FormError, RequiredNote, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { PhotoField, usePhoto } from '../../accounts/parts/photo-field.tsx';
import { formatPhone, GENDER_LABELS } from '../../accounts/personal-data.ts';
import { useUpdateProfile } from '../api/profile.ts';
import styles from './profile-form.module.css';

/** How long the form stays after 'Successfully Updated.' (specification 1 §4). */
const CLOSE_MS = 3000;
const GENDER_CHOICES = Object.entries(GENDER_LABELS).map(([value, label]) => ({ value, label }));

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
      phoneNo: formatPhone(user.phoneNo),
      dateOfBirth: user.dateOfBirth ?? '',
      gender: user.gender ?? ('' as const),
    },
  });
  const { errors } = formState;
  const photo = usePhoto(user.profilePicture?.key ?? null);
  const save = useSaveProfile(user);
  useDelayedClose(save.isSuccess, onClose, CLOSE_MS);
  const submit = handleSubmit((form) => save.mutate({ ...form, profilePicture: photo.key ? { key: photo.key } : null }));
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Personal details">
      <RequiredNote />
      <PhotoField label="Photo" name={user.name} photo={photo} addLabel="Add photo" changeLabel="Change photo" />
      <div className={styles.fields}>
        <TextField required label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
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
              required
              label="Phone"
              type="tel"
              autoComplete="tel-national"
              placeholder="(999)-999-9999"
              error={errors.phoneNo?.message}
              {...field}
              onChange={(event) => field.onChange(formatPhone(event.target.value))}
            />
          )}
        />
        <Controller
          control={control}
          name="dateOfBirth"
          render={({ field }) => <BirthdayField {...field} error={errors.dateOfBirth?.message} />}
        />
        <SelectField
          label="Gender"
          options={GENDER_CHOICES}
          placeholder="Prefer not to say"
          error={errors.gender?.message}
          {...register('gender')}
        />
      </div>
      {save.error && <FormError size="base">{getProfileFailure(save.error)}</FormError>}
      <Row justify="end" gap={2}>
        <Button kind="quiet" onClick={onClose}>
          {save.isSuccess ? 'Close' : 'Cancel'}
        </Button>
        <Button kind="primary" type="submit" isLoading={save.isPending} disabled={photo.isUploading || save.isSuccess}>
          {save.isSuccess ? 'Saved' : 'Save'}
        </Button>
      </Row>
    </form>
  );
}

function useSaveProfile(user: User) {
  return useUpdateProfile(user._id, {
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Successfully Updated.');
    },
  });
}

function getProfileFailure(error: Error): string {
  return error instanceof AppError && error.status === 404 ? 'You are not authorized to edit user name' : getErrorMessage(error);
}

interface BirthdayFieldProps {
  name: string;
  /** YYYY-MM-DD, or nothing. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  ref: Ref<HTMLInputElement>;
  error?: string;
}

/**
 * A day in the future is refused at once, and the one before it stays (specification 1 §5). The error disappears with the next valid day, or when the user
 * returns to the field, which contains a valid day again.
 */
function BirthdayField({ value, onChange, error, ...rest }: BirthdayFieldProps) {
  const [refusal, setRefusal] = useState<string>();
  const choose = (day: string) => {
    const checked = day === '' ? undefined : dateOfBirth.safeParse(day);
    if (checked && !checked.success) {
      setRefusal(checked.error.issues[0]?.message);
      return;
    }
    setRefusal(undefined);
    onChange(day);
  };
  return (
    <TextField
      label="Birthday"
      type="date"
      autoComplete="bday"
      error={refusal ?? error}
      {...rest}
      value={value}
      onChange={(event) => choose(event.target.value)}
      onFocus={() => setRefusal(undefined)}
    />
  );
}
