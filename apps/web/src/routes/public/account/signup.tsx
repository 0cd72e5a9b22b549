import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { SignUpForm } from '../../../features/accounts/components/sign-up-form.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { AuthPage } from './auth-page.tsx';

export function SignUpPage() {
  const navigate = useNavigate();
  const invited = useSearch({ from: '/public/signup', select: (search) => search.email });
  return (
    <AuthPage
      title="Make it yours"
      lead="An account, an album, a screen: that is all it takes."
      footer={
        <>
          Already have an account? <Link to="/login">Sign in</Link>
        </>
      }
    >
      <SignUpForm
        email={invited}
        onSignedUp={({ name, email, message }) => {
          if (message) toast.success(message);
          void navigate({ to: '/verification', state: { name, email } });
        }}
      />
    </AuthPage>
  );
}
