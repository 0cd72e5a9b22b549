import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { PencilIcon } from '../../../ui/app-icons.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { userOptions } from '../../accounts/api/accounts.ts';
import { StorageSummary } from '../../accounts/parts/plan-usage.tsx';
import { ChangeEmailDialog, DeleteAccountDialog, ExportAccountDialog } from '../parts/account-dialogs.tsx';
import { Addresses } from '../parts/addresses.tsx';
import { ProfileForm } from '../parts/profile-form.tsx';
import { RecentActivity } from '../parts/recent-activity.tsx';
import { SessionList } from '../parts/session-list.tsx';
import { ProfileCard } from './profile-card.tsx';

/** The edit form and the dialogs are in the address, so that Back leaves them. */
export function ProfilePage() {
  const { userId, isOwn } = useAccountInView();
  const dialog = useDialog();
  const user = useQuery(userOptions(userId));
  const loss = getLoadFailure(user);
  if (loss) return <LoadFailure message={getErrorMessage(loss)} onRetry={() => void user.refetch()} />;
  if (!user.data) return <Skeleton style={{ height: 240 }} />;
  const isEditing = dialog.dialog === 'edit' || dialog.dialog === 'email';
  return (
    <Stack gap={5}>
      {isEditing ? (
        <ProfileForm user={user.data} onChangeEmail={isOwn ? () => dialog.open('email') : undefined} onClose={dialog.close} />
      ) : (
        <ProfileCard
          user={user.data}
          actions={
            <>
              {isOwn && user.data.role === 'user' && (
                <Link to="/main/subscription" className={buttonClass()}>
                  Renew Plan
                </Link>
              )}
              <Button icon={<PencilIcon size={18} />} onClick={() => dialog.open('edit')}>
                Edit
              </Button>
            </>
          }
        />
      )}
      {user.data.role === 'user' && (
        <>
          <StorageSummary userId={userId} />
          <Panel
            title="Transactions"
            note="View your payments and receipts."
            actions={
              <Link to="/main/profile/transactions" className={buttonClass('secondary')}>
                View transactions
              </Link>
            }
          />
        </>
      )}
      <Addresses userId={userId} isOwn={isOwn} />
      {isOwn && <SessionList />}
      {isOwn && <RecentActivity hasVisits={user.data.role === 'user'} />}
      {isOwn && <AccountDataPanel onExport={() => dialog.open('exportAccount')} onDelete={() => dialog.open('deleteAccount')} />}
      <ChangeEmailDialog isOpen={dialog.dialog === 'email'} user={user.data} onClose={dialog.close} />
      <ExportAccountDialog isOpen={isOwn && dialog.dialog === 'exportAccount'} onClose={dialog.close} />
      <DeleteAccountDialog
        isOpen={isOwn && dialog.dialog === 'deleteAccount'}
        userId={userId}
        email={user.data.email}
        onClose={dialog.close}
      />
    </Stack>
  );
}

function AccountDataPanel({ onExport, onDelete }: { onExport: () => void; onDelete: () => void }) {
  return (
    <Panel
      title="Your data"
      note="Download a copy of your data or delete your account and everything in it."
      actions={
        <>
          <Button icon={<DownloadIcon size={18} />} onClick={onExport}>
            Export data
          </Button>
          <Button kind="danger" onClick={onDelete}>
            Delete account
          </Button>
        </>
      }
    />
  );
}
