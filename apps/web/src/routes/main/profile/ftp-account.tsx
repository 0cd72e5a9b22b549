import { FtpAccountCard } from '../../../features/profile/components/ftp-account-card.tsx';
import { useSession } from '../../../lib/session.ts';

export function FtpAccountPage() {
  return <FtpAccountCard email={useSession()?.email ?? ''} />;
}
