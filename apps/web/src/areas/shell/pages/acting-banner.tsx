import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useUserId } from '../../../lib/session.ts';
import { IconButton } from '../../../ui/button.tsx';
import { CloseIcon, EyeIcon } from '../../../ui/icons.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { takeReturnUrl } from '../../accounts/account-in-view.ts';
import { accountKeys, userOptions } from '../../accounts/api/accounts.ts';
import { useCloseView } from '../../staff-access/api/staff-access.ts';
import styles from './main-layout.module.css';

/** Tells staff on every page that they are viewing a user's account, and ends the view. */
export function ImpersonationBanner({ userId }: { userId: string }) {
  const ownId = useUserId();
  const navigate = useNavigate();
  const router = useRouter();
  const { data: user, isError } = useQuery(userOptions(userId));
  const client = useQueryClient();
  const close = useCloseView({
    onSuccess: () => leave(),
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  // Back to the list they came from, as it was.
  const leave = () => {
    client.removeQueries({ queryKey: accountKeys.user(userId) });
    const from = takeReturnUrl();
    if (from) router.history.push(from);
    else void navigate({ to: '/main/profile', search: { userId: ownId, open: true } });
  };
  const plan = user?.orgs.some(({ orgRole }) => orgRole === 'owner') ? ' | Family Plan' : '';
  const name = user?.name ?? (isError ? 'this user' : '…');
  return (
    <section className={styles.banner} aria-label="Viewing another account">
      <EyeIcon />
      <p>
        You are viewing {name}'s account{plan}
      </p>
      <IconButton className={styles.close} label="Return to users" icon={<CloseIcon size={18} />} onClick={() => close.mutate()} />
    </section>
  );
}
