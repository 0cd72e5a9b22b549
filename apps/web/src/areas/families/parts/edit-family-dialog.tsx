import type { Organisation } from '@vitrine/contract/organisations';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useEditFamily } from '../api/family-mutations.ts';
import { FamilyFields, useFamilyForm } from './family-form.tsx';

interface EditFamilyDialogProps {
  family: Organisation;
  isOpen: boolean;
  onClose: () => void;
}

/** Its form is mounted anew each time it opens, so that it starts from the family as it is. */
export function EditFamilyDialog(props: EditFamilyDialogProps) {
  return <EditFamilyForm key={props.isOpen ? 'open' : 'closed'} {...props} />;
}

function EditFamilyForm({ family, isOpen, onClose }: EditFamilyDialogProps) {
  const { form, photo, onSubmit } = useFamilyForm(family);
  const save = useEditFamily(family.id, {
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Family updated.');
      onClose();
    },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Edit family"
      submitLabel="Save"
      isSubmitting={save.isPending}
      isSubmitDisabled={photo.isUploading}
      failure={save.error && getErrorMessage(save.error)}
      onSubmit={onSubmit((values) => save.mutate(values))}
    >
      <FamilyFields form={form} photo={photo} />
    </FormDialog>
  );
}
