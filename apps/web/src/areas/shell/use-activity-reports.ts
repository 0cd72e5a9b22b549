import { reportActivity } from '@vitrine/contract/profile.endpoints';
import { useEffect } from 'react';
import { send } from '../../lib/api-client.ts';
import { isAdministrator, useSession } from '../../lib/session.ts';
import { hasUnreportedInput } from '../../lib/user-activity.ts';

const REPORT_EVERY_MS = 60_000;

/** Keeps the session of staff open while they use a page that sends no requests, such as a long form. */
export function useActivityReports(): void {
  const isStaff = isAdministrator(useSession());
  useEffect(() => {
    if (!isStaff) return;
    const report = () => {
      if (hasUnreportedInput()) send(reportActivity).catch((error: unknown) => console.warn('The activity could not be reported.', error));
    };
    const timer = setInterval(report, REPORT_EVERY_MS);
    return () => clearInterval(timer);
  }, [isStaff]);
}
