import { zodResolver } from '@hookform/resolvers/zod';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { LIMITS } from '@vitrine/contract/limits';
import { type Organisation, organisationForm } from '@vitrine/contract/organisations';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { FormError, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { PhotoField, usePhoto } from '../../accounts/parts/photo-field.tsx';
import { ErrorWithUpgrade } from '../../accounts/parts/plan-usage.tsx';
import type { FamilyForm } from '../api/families.ts';
import { useCreateFamily } from '../api/family-mutations.ts';
import styles from './family-dialogs.module.css';

/** Form of an existing or a new family. */
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

/** Allows more than the limit, so that a text that is too long is reported and not truncated. */
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

/** For users with a Family Plan and without a family. The dashboard replaces this form afterwards. */
export function CreateFamilyForm({ subscriptionId }: { subscriptionId: string | null }) {
  const { form, photo, onSubmit, reset } = useFamilyForm();
  const create = useCreateFamily(subscriptionId, {
    onSuccess: () => {
      toast.success(BUSINESS_MESSAGES.familyCreated);
      reset();
    },
  });
  const cancel = () => {
    create.reset();
    reset();
  };
  return (
    <Panel
      title="Create Family"
      note="Albums, playlists and screens you create for the family belong to all members. Everyone can view, add to and change them. Your existing content stays private."
    >
      <form className={styles.form} onSubmit={onSubmit((values) => create.mutate(values))} noValidate aria-label="Create Family">
        <FamilyFields form={form} photo={photo} />
        {create.error && (
          <FormError>
            <ErrorWithUpgrade error={create.error} />
          </FormError>
        )}
        <Row justify="end" gap={2}>
          <Button kind="quiet" onClick={cancel}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" isLoading={create.isPending} disabled={photo.isUploading}>
            Save
          </Button>
        </Row>
      </form>
    </Panel>
  );
}
