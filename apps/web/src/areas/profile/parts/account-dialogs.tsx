import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { User } from '@vitrine/contract/accounts';
import type { Organisation } from '@vitrine/contract/organisations';
import { changeEmailForm } from '@vitrine/contract/profile';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatDate } from '../../../lib/format.ts';
import { endSession } from '../../../lib/session.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { planAllowancesOptions } from '../../accounts/api/entitlements.ts';
import { PasswordDialog } from '../../accounts/parts/password-dialog.tsx';
import { EXPORT_CONTENTS } from '../../accounts/personal-data.ts';
import { useOwnFamilies } from '../../families/api/families.ts';
import { countOtherMembers, getBelongingsLabel } from '../../families/family-labels.ts';
import { useChangeEmail, useDeleteAccount, useExportAccount } from '../api/profile.ts';

interface ChangeEmailDialogProps {
  isOpen: boolean;
  onClose: () => void;
  user: User;
}

export function ChangeEmailDialog(props: ChangeEmailDialogProps) {
  return <ChangeEmailFields key={props.isOpen ? 'open' : 'closed'} {...props} />;
}

function ChangeEmailFields({ isOpen, onClose, user }: ChangeEmailDialogProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(changeEmailForm),
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  });
  const change = useChangeEmail(user._id, {
    onSuccess: ({ message }, { email }) => {
      toast.success(message ?? `We sent a link to ${email}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Change email"
      description={`You currently sign in with ${user.email}. We’ll send a link to your new address. Your email changes when you open it.`}
      submitLabel="Send link"
      isSubmitting={change.isPending}
      failure={change.error ? getErrorMessage(change.error) : undefined}
      onSubmit={handleSubmit((values) => change.mutate(values))}
    >
      <TextField
        required
        label="New email"
        type="email"
        autoComplete="email"
        inputMode="email"
        placeholder=" "
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        required
        label="Current password"
        autoComplete="current-password"
        placeholder=" "
        error={formState.errors.password?.message}
        {...register('password')}
      />
    </FormDialog>
  );
}

const DESCRIPTION =
  'Your albums, photos, videos, playlists and devices will be permanently deleted, and your screens stop showing them. This can’t be undone.';

interface DeleteAccountDialogProps {
  isOpen: boolean;
  onClose: () => void;
  userId: string;
  email: string;
}

export function DeleteAccountDialog({ isOpen, onClose, userId, email }: DeleteAccountDialogProps) {
  const remove = useDeleteAccount(userId, {
    onSuccess: () => {
      toast.success('Your account and everything in it has been deleted.');
      endSession({ isByChoice: true });
    },
  });
  return (
    <PasswordDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete the account ${email}?`}
      description={
        <>
          {DESCRIPTION} <RunningPlan userId={userId} /> <AffectedFamilies />
        </>
      }
      submitLabel="Delete account"
      isDanger
      isSubmitting={remove.isPending}
      failure={remove.error ? getErrorMessage(remove.error) : undefined}
      onSubmit={(password) => remove.mutate({ password })}
    />
  );
}

export function ExportAccountDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const take = useExportAccount({ onSuccess: onClose });
  return (
    <PasswordDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Export your data"
      description={`Download a copy of your data as one file. ${EXPORT_CONTENTS} Keep the file in a safe place.`}
      submitLabel="Export"
      isSubmitting={take.isPending}
      failure={take.error ? getErrorMessage(take.error) : undefined}
      onSubmit={(password) => take.mutate(password)}
    />
  );
}

/** Effect of deleting the account on its paid or granted plan. Nothing for the trial, and after the plan has ended. */
function RunningPlan({ userId }: { userId: string }) {
  const { data: plan } = useQuery(planAllowancesOptions(userId));
  if (!plan || plan.isTrial || plan.status !== 'active') return null;
  return (
    <span>
      Your {formatPlanTitle(plan.planName)}, which runs until {formatDate(plan.endDate)}, ends immediately. You won’t be charged again, and
      the rest of the period isn’t refunded.{' '}
    </span>
  );
}

const formatPlanTitle = (planName: string): string => (/\bplan$/i.test(planName) ? planName : `${planName} Plan`);

/** Effect of deleting the account on its families. */
function AffectedFamilies() {
  return useOwnFamilies().map((family) =>
    family.orgRole === 'owner' ? (
      <DissolvedFamily key={family.id} family={family} />
    ) : (
      <span key={family.id}>You’ll leave the family “{family.name}”. Content you added stays with the family. </span>
    ),
  );
}

function DissolvedFamily({ family }: { family: Organisation }) {
  const members = countOtherMembers(family) > 0 && 'Its members lose access too.';
  return (
    <span>
      Your family “{family.name}” will be dissolved, and {getBelongingsLabel(family)} will be deleted. {members} To keep them,{' '}
      <Link to="/main/family">make another member the owner first</Link>.{' '}
    </span>
  );
}
