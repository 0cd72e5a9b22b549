import { useQuery } from '@tanstack/react-query';
import type { DeviceAllowance, PersonDetails, PersonRow } from '@vitrine/contract/people';
import { deviceAllowanceNumber } from '@vitrine/contract/profile';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { NoteBox } from '../../../ui/panel.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { personOptions, useSetDeviceAllowance } from './api/people.ts';

interface DeviceAllowanceDialogProps {
  person: PersonRow;
  onClose: () => void;
}

/** Sets how many devices an account may have, instead of the number of its plan. */
export function DeviceAllowanceDialog({ person, onClose }: DeviceAllowanceDialogProps) {
  const details = useQuery(personOptions(person._id));
  // The form starts with the loaded number.
  if (details.data) return <AllowanceForm person={details.data} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title={getTitle(person)}>
      {details.isError ? (
        <LoadFailure message={getErrorMessage(details.error)} onRetry={() => void details.refetch()} />
      ) : (
        <Skeleton style={{ height: 160 }} />
      )}
    </Dialog>
  );
}

function AllowanceForm({ person, onClose }: { person: PersonDetails; onClose: () => void }) {
  const { devices } = person;
  const [isOwnNumber, setIsOwnNumber] = useState(devices.allowance !== null);
  const asInPlan = devices.included + devices.extra;
  const [typed, setTyped] = useState(String(devices.allowance ?? asInPlan));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const save = useSetDeviceAllowance({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Successfully Updated.');
      onClose();
    },
  });
  const parsed = deviceAllowanceNumber.safeParse(/^\d+$/.test(typed.trim()) ? Number(typed) : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (save.isPending || (isOwnNumber && !parsed.success)) return;
    save.mutate({ person, deviceAllowance: isOwnNumber ? (parsed.data ?? null) : null });
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={getTitle(person)}
      description={`${person.email} has ${formatDevices(devices.used)}.`}
      submitLabel="Save"
      isSubmitting={save.isPending}
      failure={save.error ? getErrorMessage(save.error) : undefined}
      onSubmit={submit}
    >
      <SegmentedChoice
        label="Number of devices"
        value={isOwnNumber ? 'own' : 'plan'}
        onChange={(choice) => setIsOwnNumber(choice === 'own')}
        choices={[
          { value: 'plan', label: devices.extra > 0 ? `Plan and extra screens (${asInPlan})` : `As in the plan (${devices.included})` },
          { value: 'own', label: 'Another number' },
        ]}
      />
      {isOwnNumber && (
        <TextField
          label="Devices"
          required
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          hint="Applies also after the user changes the plan, until you change it."
          error={isSubmitted ? parsed.error?.issues[0]?.message : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {isOwnNumber && devices.extra > 0 && (
        <NoteBox>{`The number replaces the ${formatExtraScreens(devices.extra)} that the user pays for. The user can’t buy more until you remove it.`}</NoteBox>
      )}
      <AllowanceNote devices={devices} allowed={isOwnNumber ? parsed.data : asInPlan} />
    </FormDialog>
  );
}

const getTitle = ({ name }: Pick<PersonRow, 'name'>) => `Change ${name}’s number of devices`;

const formatExtraScreens = (count: number) => `${count} extra ${count === 1 ? 'screen' : 'screens'}`;

const formatDevices = (count: number) => `${count} ${count === 1 ? 'device' : 'devices'}`;

/** States what happens when the account has more devices than allowed. */
function AllowanceNote({ devices: { used }, allowed }: { devices: DeviceAllowance; allowed: number | undefined }) {
  if (allowed === undefined || allowed >= used) return null;
  const refusal =
    allowed === 0 ? 'The user can’t add any.' : `The user can’t add another one until ${used - allowed + 1} of them are deleted.`;
  return <NoteBox>{`${used === 1 ? 'The device keeps' : `All ${formatDevices(used)} keep`} playing. ${refusal}`}</NoteBox>;
}
