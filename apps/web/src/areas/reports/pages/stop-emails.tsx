import { useSearch } from '@tanstack/react-router';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { AuthLayout } from '../../accounts/parts/auth-layout.tsx';
import { useStopReportEmails } from '../api/reports.ts';

/** Opened by the link in an email with a report. A click is needed, because email programs open links in advance. */
export function StopEmailsPage() {
  const { token = '' } = useSearch({ from: '/public/reports/stop' });
  const stop = useStopReportEmails();
  if (stop.isSuccess)
    return (
      <AuthLayout title="Reports are off" lead="You won’t get this report by email anymore. You can turn it on again under Reports.">
        {null}
      </AuthLayout>
    );
  return (
    <AuthLayout
      title="Stop reports by email"
      lead={stop.error ? getErrorMessage(stop.error) : 'You won’t get the weekly and the monthly report of your screens anymore.'}
    >
      <Button kind="primary" size="large" disabled={stop.isPending || token === ''} onClick={() => stop.mutate(token)}>
        Stop these emails
      </Button>
    </AuthLayout>
  );
}
