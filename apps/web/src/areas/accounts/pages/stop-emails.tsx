import { Link, useSearch } from '@tanstack/react-router';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Text } from '../../../ui/text.tsx';
import { useStopEmails } from '../api/accounts.ts';
import { AuthLayout } from '../parts/auth-layout.tsx';

const settingsLinks = (
  <>
    <Link to="/main/alerts" search={{ open: false }} className={buttonClass('secondary', 'large')}>
      Open alerts
    </Link>
    <Link to="/main/reports" className={buttonClass('secondary', 'large')}>
      Open reports
    </Link>
  </>
);

/** Statuses of an unknown token and of a malformed one. */
const INVALID_LINK_STATUSES = [410, 422];
const isInvalidLink = (error: Error | null) => error instanceof AppError && INVALID_LINK_STATUSES.includes(error.status);

/** Ends emails of one kind by the link in one of them. It needs a click, because email programs open links in advance. */
export function StopEmailsPage() {
  const { token = '' } = useSearch({ from: '/public/unsubscribe' });
  const stop = useStopEmails();
  if (stop.isSuccess)
    return (
      <AuthLayout
        title="Emails stopped"
        lead="You will no longer get these emails. You can turn them on again on the page of alerts or reports."
      >
        {settingsLinks}
      </AuthLayout>
    );
  if (token === '' || isInvalidLink(stop.error))
    return (
      <AuthLayout title="This link is not valid" lead="Change which emails you get on the page of alerts or reports.">
        {settingsLinks}
      </AuthLayout>
    );
  return (
    <AuthLayout title="Stop these emails?" lead="You will no longer get emails of this kind. Everything in the app stays as it is.">
      {stop.error && (
        <Text tone="danger" role="alert">
          {getErrorMessage(stop.error)}
        </Text>
      )}
      <Button kind="primary" size="large" isLoading={stop.isPending} onClick={() => stop.mutate(token)}>
        Stop these emails
      </Button>
    </AuthLayout>
  );
}
