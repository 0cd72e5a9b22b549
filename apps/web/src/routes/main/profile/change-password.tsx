import { ChangePasswordForm } from '../../../features/profile/components/change-password-form.tsx';
import { useSession } from '../../../lib/session.ts';

export function ChangePasswordScreen() {
  return <ChangePasswordForm email={useSession()?.email ?? ''} />;
}
