import { Link, useSearch } from '@tanstack/react-router';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Text } from '../../../ui/text.tsx';
import { AuthLayout } from '../../accounts/parts/auth-layout.tsx';
import { useStopReportEmails } from '../api/reports.ts';

const reportsLink = (
  <Link to="/main/reports" className={buttonClass('secondary', 'large')}>
    Open reports
  </Link>
);

/** Statuses of an unknown token and of one that is no longer valid. */
const INVALID_LINK_STATUSES = [404, 410, 422];
const isInvalidLink = (error: Error | null) => error instanceof AppError && INVALID_LINK_STATUSES.includes(error.status);

/** Opened by the link in an email with a report. A click is needed, because email programs open links in advance. */
export function StopEmailsPage() {
  const { token = '' } = useSearch({ from: '/public/reports/stop' });
  const stop = useStopReportEmails();
  if (stop.isSuccess)
    return (
      <AuthLayout title="Reports are off" lead="You won’t get this report by email anymore. You can turn it on again under Reports.">
        {reportsLink}
      </AuthLayout>
    );
  if (token === '' || isInvalidLink(stop.error))
    return (
      <AuthLayout title="This link is not valid" lead="Open Reports and click Email to change which reports you get.">
        {reportsLink}
      </AuthLayout>
    );
  return (
    <AuthLayout title="Stop reports by email?" lead="You won’t get the weekly and the monthly report of your screens anymore.">
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
