import { ChangePasswordForm } from '../../../features/profile/components/change-password-form.tsx';
import { useSession } from '../../../lib/session.ts';

export function ChangePasswordPage() {
  return <ChangePasswordForm email={useSession()?.email ?? ''} />;
}
