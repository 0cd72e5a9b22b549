import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ErrorWithUpgrade } from '../../accounts/parts/upgrade-link.tsx';
import { useCreateFamily } from '../api/family-mutations.ts';
import styles from './family-form.module.css';
import { FamilyFields, useFamilyForm } from './family-form.tsx';

/** For whoever has the plan for a family and none yet. Once it is there, the dashboard stands in this form's place. */
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
          <p className={styles.failure} role="alert">
            <ErrorWithUpgrade error={create.error} />
          </p>
        )}
        <div className={styles.actions}>
          <Button kind="quiet" onClick={cancel}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" isLoading={create.isPending} disabled={photo.isUploading}>
            Save
          </Button>
        </div>
      </form>
    </Panel>
  );
}
