import { useQuery } from '@tanstack/react-query';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatRelative } from '../../../lib/format.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Entry, EntryList } from '../../../ui/details.tsx';
import { NoteBox, Panel } from '../../../ui/panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { companyAccountOptions, useUnlinkCompanyAccount } from '../api/company-account.ts';

/** The company account that is linked to the own account. Hidden where people sign in without a company. */
export function CompanyAccount() {
  const { data, isLoadingError, error } = useQuery(companyAccountOptions);
  const { dialog, open, close } = useDialog();
  if (isLoadingError) return <p role="alert">{getErrorMessage(error)}</p>;
  if (!data?.name) return null;
  const { name, identity, hasPassword } = data;
  return (
    <Panel title="Company account" note={`Sign in with your account of ${name} instead of your password.`}>
      {identity ? (
        <EntryList>
          <Entry
            title={identity.email}
            notes={[`Linked ${formatRelative(identity.linkedAt)}, last used ${formatRelative(identity.lastUsedAt)}`]}
          >
            {hasPassword && <Button onClick={() => open('unlinkCompany')}>Unlink</Button>}
          </Entry>
        </EntryList>
      ) : (
        <Text tone="soft" size="sm">
          Not linked. Sign out and choose “Sign in with {name}” to link it.
        </Text>
      )}
      {!hasPassword && (
        <NoteBox>
          Your account has no password yet. To set one, sign out and choose “Forgot password?”. Then you can unlink this account.
        </NoteBox>
      )}
      {dialog === 'unlinkCompany' && <UnlinkDialog name={name} onClose={close} />}
    </Panel>
  );
}

function UnlinkDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const unlink = useUnlinkCompanyAccount({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Company account unlinked.');
      onClose();
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => !unlink.isPending && unlink.mutate()}
      title={`Unlink your account of ${name}?`}
      consequence="It can no longer sign in to your account. You sign in with your password or a passkey."
      confirmLabel="Unlink"
      isBusy={unlink.isPending}
    />
  );
}
