import { useSession } from '../../../lib/session.ts';
import { ChangePasswordForm } from './change-password-form.tsx';

export function ChangePasswordPage() {
  return <ChangePasswordForm email={useSession()?.email ?? ''} />;
}
