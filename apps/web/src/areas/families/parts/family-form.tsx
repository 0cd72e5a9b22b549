import { zodResolver } from '@hookform/resolvers/zod';
import { LIMITS } from '@vitrine/contract/limits';
import { type Organisation, organisationForm } from '@vitrine/contract/organisations';
import { useForm } from 'react-hook-form';
import { TextField } from '../../../ui/text-field.tsx';
import { PhotoField, usePhoto } from '../../accounts/parts/photo-field.tsx';
import type { FamilyForm } from '../api/families.ts';

/** The form of a family: of one that is there, or of a new one. */
export function useFamilyForm(family?: Organisation) {
  const form = useForm({
    resolver: zodResolver(organisationForm),
    mode: 'onTouched',
    defaultValues: { name: family?.name ?? '', description: family?.description ?? '' },
  });
  const photo = usePhoto(family?.picture?.key ?? null);
  return {
    form,
    photo,
    onSubmit: (save: (values: FamilyForm) => void) => form.handleSubmit((words) => save({ ...words, pictureKey: photo.key })),
    reset: () => {
      form.reset();
      photo.reset();
    },
  };
}

/** One more than is right, so that what is too long is said and not cut. */
const readTypedName = LIMITS.nameMax * 2;
const readTypedDescription = LIMITS.familyDescriptionMax * 2;

export function FamilyFields({ form: { register, formState, watch }, photo }: Pick<ReturnType<typeof useFamilyForm>, 'form' | 'photo'>) {
  const { errors } = formState;
  return (
    <>
      <PhotoField label="Picture" name={watch('name') || 'Family'} photo={photo} addLabel="Change" changeLabel="Change" />
      <TextField
        required
        label="Family Name"
        autoComplete="off"
        maxLength={readTypedName}
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label="Description"
        autoComplete="off"
        maxLength={readTypedDescription}
        error={errors.description?.message}
        {...register('description')}
      />
    </>
  );
}
