import { FtpAccountCard } from '../../../features/profile/components/ftp-account-card.tsx';
import { FTP_ACTIONS } from '../../../features/profile/components/ftp-act-dialog.tsx';
import { useSession } from '../../../lib/session.ts';
import { useDialog } from '../../use-overlay.ts';

export function FtpAccountPage() {
  const { dialog, open, close } = useDialog();
  const asking = FTP_ACTIONS.find((act) => dialog === `${act}Ftp`);
  return <FtpAccountCard email={useSession()?.email ?? ''} asking={asking} onAsk={(act) => open(`${act}Ftp`)} onAsked={close} />;
}
