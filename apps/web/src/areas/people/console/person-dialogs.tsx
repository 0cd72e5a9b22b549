import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import type { Role } from '@vitrine/contract/accounts';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { PersonRow } from '@vitrine/contract/people';
import { setPasswordForm } from '@vitrine/contract/profile';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useDelayedClose } from '../../../ui/dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { toast } from '../../../ui/toast-store.ts';
import {
  personOptions,
  useEndSessions,
  useResetSecondFactor,
  useSetAccountPassword,
  useSetAccountRole,
  useSetAccountStatus,
} from './api/people.ts';
import { DeviceAllowanceDialog } from './device-allowance-dialog.tsx';
import { GrantPlanDialog } from './grant-plan-dialog.tsx';
import { getRefusalMessage, getRoleChoices, getRoleLabel } from './people-labels.ts';

/** Renders the dialog and account named in the URL, if the administrator may perform that action. */
export function PersonDialogs({ rows, isSuperMode }: { rows: readonly PersonRow[]; isSuperMode: boolean }) {
  const { dialog, target = '', close } = useDialog();
  const listed = rows.find(({ _id }) => _id === target);
  // The account is not in the list when the URL was opened directly.
  const loaded = useQuery({ ...personOptions(target), enabled: dialog !== undefined && target !== '' && !listed });
  const person = listed ?? loaded.data;
  if (!person) return null;
  const { abilities } = person;
  if (dialog === 'deactivate' && abilities.enable) return <StatusDialog person={person} onClose={close} />;
  if (dialog === 'role' && abilities.roles.length > 0) return <RoleDialog person={person} onClose={close} />;
  if (dialog === 'superAdmin' && abilities.superAdmin) return <SuperAdminDialog person={person} onClose={close} />;
  if (dialog === 'password' && abilities.password && !isSuperMode) return <SetPasswordDialog person={person} onClose={close} />;
  if (dialog === 'secondFactor' && abilities.secondFactor) return <SecondFactorDialog person={person} onClose={close} />;
  if (dialog === 'sessions' && abilities.sessions) return <EndSessionsDialog person={person} onClose={close} />;
  if (dialog === 'subscription' && abilities.plan) return <GrantPlanDialog person={person} onClose={close} />;
  if (dialog === 'devices' && abilities.plan) return <DeviceAllowanceDialog person={person} onClose={close} />;
  return null;
}

const ROLE_DESCRIPTIONS: Partial<Record<Role, string>> = {
  admin: 'Admins manage this console, can open other accounts and don’t have a plan.',
  support: 'Support can view the console and other accounts but can’t change anything that affects money, roles or access.',
  user: 'Users have their own account and no access to the console. If the console is open, they lose access immediately.',
};

/** Changes a user's role. */
function RoleDialog({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const [role, setRole] = useState<Role>(person.role);
  const change = useSetAccountRole({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Role changed.');
      onClose();
    },
  });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Change ${person.name}’s role`}
      description={`${person.email} is currently ${getRoleLabel(person)}.`}
      submitLabel="Change role"
      isSubmitting={change.isPending}
      isSubmitDisabled={role === person.role}
      failure={change.error ? getRefusalMessage(change.error, BUSINESS_MESSAGES.roleRefused) : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ person, roleName: role });
      }}
    >
      <SegmentedChoice label="Role" value={role} onChange={setRole} choices={getRoleChoices(person, false)} />
      <p>{ROLE_DESCRIPTIONS[role]}</p>
    </FormDialog>
  );
}

/** Confirms that an administrator becomes a super-admin, or is one no longer. */
function SuperAdminDialog({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const isSuperAdmin = !person.isSuperAdmin;
  const change = useSetAccountRole({
    onSuccess: ({ message }) => toast.success(message ?? 'Role changed.'),
    onError: (error) => toast.error(getRefusalMessage(error, BUSINESS_MESSAGES.roleRefused)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => change.mutate({ person, roleName: 'admin', isSuperAdmin })}
      title={isSuperAdmin ? `Make ${person.name} a super-admin?` : `Remove ${person.name}’s super-admin rights?`}
      consequence={
        isSuperAdmin
          ? `${person.email} will be able to change every account, including yours and those of other super-admins.`
          : `${person.email} stays an administrator and can no longer change super-admins or the roles of partners.`
      }
      confirmLabel={isSuperAdmin ? 'Make super-admin' : 'Remove rights'}
      isBusy={change.isPending}
    />
  );
}

/** Time for which the success message is shown before the dialog closes (specification 3 §9). */
const CLOSES_AFTER_MS = 1000;

function SetPasswordDialog({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(setPasswordForm),
    mode: 'onTouched',
    defaultValues: { adminPassword: '', newPassword: '' },
  });
  const change = useSetAccountPassword({ onSuccess: ({ message }) => toast.success(message ?? 'Password changed.') });
  useDelayedClose(change.isSuccess, onClose, CLOSES_AFTER_MS);
  const { adminPassword, newPassword } = formState.errors;
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Change ${person.name}’s password`}
      description={`${person.email} will be signed out everywhere and notified by email. The email doesn’t include the new password, so share it with them yourself.`}
      submitLabel="Change password"
      isSubmitting={change.isPending}
      isSubmitDisabled={change.isSuccess}
      failure={change.error ? getErrorMessage(change.error) : undefined}
      closesOutside={false}
      onSubmit={handleSubmit((typed) => change.mutate({ person, ...typed }))}
    >
      <PasswordField label="Your password" autoComplete="current-password" error={adminPassword?.message} {...register('adminPassword')} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="Use at least 8 characters. Avoid common passwords."
        error={newPassword?.message}
        {...register('newPassword')}
      />
      {change.isSuccess && <output>Password changed.</output>}
    </FormDialog>
  );
}

/** Confirms that two-step sign-in is turned off for someone who has lost the authenticator app and the recovery codes. */
function SecondFactorDialog({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const reset = useResetSecondFactor({
    onSuccess: ({ message }) => toast.success(message ?? 'Two-step sign-in was turned off.'),
    onError: (error) => toast.error(getErrorMessage(error)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => !reset.isPending && reset.mutate({ person })}
      title={`Turn off two-step sign-in for ${person.name}?`}
      consequence={`Make sure that you are talking to the owner of ${person.email}. Their password alone will open the account until they set it up again. They’ll be signed out everywhere and notified by email.`}
      confirmLabel="Turn off"
      isBusy={reset.isPending}
    />
  );
}

/** Confirms that all sessions of an account end. */
function EndSessionsDialog({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const end = useEndSessions({
    onSuccess: ({ message }) => toast.success(message ?? 'All sessions of this account were ended.'),
    onError: (error) => toast.error(getErrorMessage(error)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => !end.isPending && end.mutate({ person })}
      title={`End all sessions of ${person.name}?`}
      consequence={`${person.email} will be signed out in all browsers and can sign in again. API tokens and the FTP password keep working: change the user’s password to end those as well. Screens keep playing.`}
      confirmLabel="End all sessions"
      isBusy={end.isPending}
    />
  );
}

/** Confirms that an account is deactivated. */
function StatusDialog({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const change = useSetAccountStatus({
    onSuccess: ({ message }) => toast.success(message ?? BUSINESS_MESSAGES.accountDeactivated),
    onError: (error) => toast.error(getRefusalMessage(error, BUSINESS_MESSAGES.statusRefused)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => !change.isPending && change.mutate({ person, status: false })}
      title={`Deactivate “${person.name}”?`}
      consequence={`${person.email} will be signed out everywhere, won’t be able to sign in and will be notified by email. Screens keep playing and nothing is deleted. You can activate the account again at any time.`}
      confirmLabel="Deactivate account"
      isBusy={change.isPending}
    />
  );
}
