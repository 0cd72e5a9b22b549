import { useQuery } from '@tanstack/react-query';
import { CONSOLE_ROLES, type ConsoleRole } from '@vitrine/contract/capabilities';
import type { SecondFactorSettings } from '@vitrine/contract/second-factor-settings';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { FactList } from '../../../ui/side-panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { SwitchField } from '../../../ui/toggles.tsx';
import { secondFactorSettingsOptions, useEditSecondFactorSettings } from '../api/second-factor-settings.ts';
import styles from '../pages/system.module.css';

const ROLE_LABELS: Record<ConsoleRole, string> = {
  superAdmin: 'Super-admins',
  admin: 'Administrators',
  support: 'Support',
  partnerAdmin: 'Administrators of the partner',
  partnerSupport: 'Support of the partner',
};

/** Roles of the console that need two-step sign-in. */
export function SecondFactorPanel() {
  const { data, error, isPending, refetch } = useQuery(secondFactorSettingsOptions);
  const [edited, setEdited] = useState<SecondFactorSettings>();
  return (
    <Panel
      title="Two-step sign-in"
      note="Who needs it to use the console"
      actions={data && <Button onClick={() => setEdited(data)}>Choose roles</Button>}
    >
      {isPending && <Skeleton style={{ height: 80 }} />}
      {error && !data && <LoadFailure message={getErrorMessage(error)} onRetry={() => void refetch()} />}
      {data?.isRequiredForAll && (
        <Text tone="soft" size="sm">
          The operator’s configuration requires it for all roles (SECOND_FACTOR=console).
        </Text>
      )}
      {data && (
        <div className={styles.wide}>
          <FactList facts={CONSOLE_ROLES.map((role) => ({ term: ROLE_LABELS[role], value: getRequirementLabel(data, role) }))} />
        </div>
      )}
      {edited && <RolesDialog settings={edited} onClose={() => setEdited(undefined)} />}
    </Panel>
  );
}

function getRequirementLabel({ isRequiredForAll, roles }: SecondFactorSettings, role: ConsoleRole): string {
  const requiredBy = roles.find((required) => required.role === role)?.requiredBy;
  if (requiredBy !== undefined) return new Date(requiredBy) > new Date() ? `Required from ${formatDate(requiredBy)} on` : 'Required';
  return isRequiredForAll ? 'Required by the operator' : 'Optional';
}

interface RolesDialogProps {
  /** State when editing started; a concurrent change is reported on saving. */
  settings: SecondFactorSettings;
  onClose: () => void;
}

function RolesDialog({ settings, onClose }: RolesDialogProps) {
  const [roles, setRoles] = useState<readonly ConsoleRole[]>(() => settings.roles.map(({ role }) => role));
  const save = useEditSecondFactorSettings({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Two-step sign-in settings saved.');
      onClose();
    },
  });
  const toggle = (role: ConsoleRole, isOn: boolean) =>
    setRoles((before) => (isOn ? [...before, role] : before.filter((other) => other !== role)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ roles: [...roles], updatedAt: settings.updatedAt });
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Require two-step sign-in"
      description={
        settings.isRequiredForAll
          ? 'The operator’s configuration requires it for all roles already. Your choice applies if the operator makes it optional.'
          : 'People with these roles see a note in the console and have a week to set it up. After that, the console is closed to them until they do.'
      }
      submitLabel="Save"
      isSubmitting={save.isPending}
      failure={save.error ? getErrorMessage(save.error) : undefined}
      onSubmit={submit}
    >
      {CONSOLE_ROLES.map((role) => (
        <SwitchField key={role} label={ROLE_LABELS[role]} isOn={roles.includes(role)} onChange={(isOn) => toggle(role, isOn)} />
      ))}
    </FormDialog>
  );
}
