import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { userOptions } from '../../../features/accounts/api/accounts.ts';
import { useUserId } from '../../../lib/session.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon, EyeIcon } from '../../../ui/icons.tsx';
import styles from './acting-banner.module.css';
import { takeWayBack } from './way-back.ts';

/** An administrator is in somebody else's account: said where it cannot be missed, on every page of it. */
export function ActingBanner({ userId }: { userId: string }) {
  const ownId = useUserId();
  const navigate = useNavigate();
  const router = useRouter();
  const { data: user, isError } = useQuery(userOptions(userId));
  // Back to the list they came from, as it was.
  const leave = () => {
    const from = takeWayBack();
    if (from) router.history.push(from);
    else void navigate({ to: '/main/profile', search: { userId: ownId, open: true } });
  };
  const plan = user?.orgs.some(({ orgRole }) => orgRole === 'owner') ? ' | Family Plan' : '';
  const name = user?.name ?? (isError ? 'somebody' : '…');
  return (
    <section className={styles.banner} aria-label="Account in view">
      <EyeIcon />
      <p>
        You are viewing {name}'s account{plan}
      </p>
      <IconButton className={styles.close} label="Leave this account" icon={<CloseIcon size={18} />} onClick={leave} />
    </section>
  );
}
