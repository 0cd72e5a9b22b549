import { useSession } from '../../../lib/session.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { FtpAccountCard } from './ftp-account-card.tsx';
import { FTP_ACTIONS } from './ftp-act-dialog.tsx';

export function FtpAccountPage() {
  const { dialog, open, close } = useDialog();
  const asking = FTP_ACTIONS.find((act) => dialog === `${act}Ftp`);
  return <FtpAccountCard email={useSession()?.email ?? ''} asking={asking} onAsk={(act) => open(`${act}Ftp`)} onAsked={close} />;
}
