import { Link, useSearch } from '@tanstack/react-router';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Text } from '../../../ui/text.tsx';
import { AuthLayout } from '../../accounts/parts/auth-layout.tsx';
import { useUnsubscribe } from '../api/screen-alerts.ts';

const settingsLink = (
  <Link to="/main/alerts" search={{ open: false }} className={buttonClass('secondary', 'large')}>
    Open alert settings
  </Link>
);

/** Ends alert emails by the link in one of them. It needs a click, because mail programs open links in advance. */
export function UnsubscribePage() {
  const { token = '' } = useSearch({ from: '/public/unsubscribe' });
  const stop = useUnsubscribe();
  if (stop.isSuccess)
    return (
      <AuthLayout
        title="Emails stopped"
        lead="You no longer get emails about these screens. You can turn them on again on the Alerts page."
      >
        {settingsLink}
      </AuthLayout>
    );
  const isUnknown = token === '' || (stop.error instanceof AppError && (stop.error.status === 404 || stop.error.status === 422));
  if (isUnknown)
    return (
      <AuthLayout title="This link is not valid" lead="Sign in to change which alerts you get.">
        {settingsLink}
      </AuthLayout>
    );
  return (
    <AuthLayout
      title="Stop alert emails?"
      lead="You will no longer get emails about these screens. Notifications in the app stay as they are."
    >
      {stop.error && (
        <Text tone="danger" role="alert">
          {getErrorMessage(stop.error)}
        </Text>
      )}
      <Button kind="primary" size="large" isLoading={stop.isPending} onClick={() => stop.mutate(token)}>
        Stop emails
      </Button>
    </AuthLayout>
  );
}
