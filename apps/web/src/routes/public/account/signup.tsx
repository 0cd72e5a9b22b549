import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { storeChosenPlan } from '../../../entities/billing/chosen-plan.ts';
import { PurchaseSteps } from '../../../entities/billing/purchase-steps.tsx';
import { SignUpForm } from '../../../features/accounts/components/sign-up-form.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { AuthLayout } from './auth-page.tsx';

export function SignUpPage() {
  const navigate = useNavigate();
  const { email: invited, plan } = useSearch({ from: '/public/signup' });
  useEffect(() => {
    // The link of the mail opens in another tab, and who has an account already signs in instead.
    if (plan) storeChosenPlan(plan);
  }, [plan]);
  return (
    <AuthLayout
      title="Make it yours"
      lead="An account, an album, a screen: that is all it takes."
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
