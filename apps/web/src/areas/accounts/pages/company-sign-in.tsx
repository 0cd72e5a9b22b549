import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { CompanySignInStep } from '@vitrine/contract/company-sign-in';
import { ERRORS } from '@vitrine/contract/errors';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { companyAnswerOptions, readNextPage } from '../api/company-sign-in.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';
import { CompanyCodeForm, LinkForm } from '../parts/company-proof-form.tsx';
import { CompanySignInButton } from '../parts/company-sign-in-button.tsx';
import { useEntrance } from '../parts/entrance.tsx';
import { companyAnswerSearch, readWantedPage } from '../search-params.ts';

/** Opened by the company's provider with its answer, and closed by a session. */
export function CompanySignInPage() {
  const navigate = useNavigate();
  const search = useSearch({ from: '/public/sign-in/company' });
  const [parameters] = useState(() => new URLSearchParams(companyAnswerSearch(search)).toString());
  const [next] = useState(() => readWantedPage(readNextPage()));
  const [later, setLater] = useState<{ step: CompanySignInStep; password: string | undefined } | null>(null);
  const answered = useQuery({ ...companyAnswerOptions(parameters), enabled: parameters !== '' });
  const { onSignedIn, privacyDialog } = useEntrance({ next, onDeclined: () => void navigate({ to: '/login' }) });
  const step = later?.step ?? answered.data;

  // The answer works once, so the browser's history does not need it.
  const hideAnswer = useEffectEvent(() => void navigate({ to: '/sign-in/company', search: {}, replace: true }));
  useEffect(() => hideAnswer(), []);
  const enter = useEffectEvent(onSignedIn);
  useEffect(() => {
    if (step?.user && step.notice === null) enter(step.user);
  }, [step]);

  const onStep = (result: CompanySignInStep, { password }: { password?: string | undefined }) => setLater({ step: result, password });
  if (parameters === '' || answered.error) {
    return <Failure message={answered.error ? getErrorMessage(answered.error) : ERRORS.COMPANY_SIGN_IN_EXPIRED.message} next={next} />;
  }
  if (step?.step === 'password') {
    return (
      <AuthLayout
        title="Link your account"
        lead={`There’s already an account for ${step.email}. Enter its password once. After that, your company account signs you in.`}
        footer={<Link to="/login">Back to sign in</Link>}
      >
        <LinkForm onStep={onStep} />
      </AuthLayout>
    );
  }
  if (step?.step === 'code') {
    return (
      <AuthLayout
        title="Two-step sign-in"
        lead="Enter the code from your authenticator app."
        footer={<Link to="/login">Back to sign in</Link>}
      >
        <CompanyCodeForm password={later?.password} onStep={onStep} />
      </AuthLayout>
    );
  }
  if (step?.user && step.notice !== null) {
    const { user, notice } = step;
    return (
      <AuthLayout title="You’re signed in" lead={notice}>
        <Button kind="primary" size="large" onClick={() => onSignedIn(user)}>
          Continue
        </Button>
        {privacyDialog}
      </AuthLayout>
    );
  }
  return <Waiting>{privacyDialog}</Waiting>;
}

const Waiting = ({ children }: { children: ReactNode }) => (
  <AuthLayout title="Signing you in…" lead="This only takes a moment.">
    <Spinner size={28} />
    {children}
  </AuthLayout>
);

const Failure = ({ message, next }: { message: string; next: string | undefined }) => (
  <AuthLayout title="Couldn’t sign you in" lead={<span role="alert">{message}</span>} footer={<Link to="/login">Back to sign in</Link>}>
    <Stack gap={5}>
      <CompanySignInButton next={next} />
    </Stack>
  </AuthLayout>
);
