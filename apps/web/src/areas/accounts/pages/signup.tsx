import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toast } from '../../../ui/toast-store.ts';
import { storeChosenPlan } from '../chosen-plan.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';
import { PurchaseSteps } from '../parts/purchase-steps.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export function SignUpPage() {
  const navigate = useNavigate();
  const { email: invited, plan } = useSearch({ from: '/public/signup' });
  useEffect(() => {
    // The link of the mail opens in another tab, and who has an account already signs in instead.
    if (plan) storeChosenPlan(plan);
  }, [plan]);
  return (
    <AuthLayout
      title="Create your account"
      lead="Your first photo can be on a screen in three minutes."
      footer={
        <>
          Already have an account? <Link to="/login">Sign in</Link>
        </>
      }
    >
      {plan && <PurchaseSteps current="Sign Up" />}
      <SignUpForm
        email={invited}
        onSignedUp={({ name, email, message }) => {
          if (message) toast.success(message);
          void navigate({ to: '/verification', state: { name, email } });
        }}
      />
    </AuthLayout>
  );
}
