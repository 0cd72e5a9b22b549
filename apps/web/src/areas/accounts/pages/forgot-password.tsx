import { Link, useNavigate } from '@tanstack/react-router';
import { toast } from '../../../ui/toast-store.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';

export function ForgotPasswordPage() {
  const navigate = useNavigate();
  return (
    <AuthLayout
      title="Forgot your password?"
      lead="Enter your email address and we’ll send you a link to reset your password."
      footer={<Link to="/login">Back to sign in</Link>}
    >
      <ForgotPasswordForm
        onSent={(email, message) => {
          if (message) toast.success(message);
          void navigate({ to: '/verification', state: { email, type: 'forget' } });
        }}
      />
    </AuthLayout>
  );
}
