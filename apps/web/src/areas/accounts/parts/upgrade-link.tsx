import { Link, useNavigate } from '@tanstack/react-router';
import { AppError, getErrorMessage, isPlanLimitError } from '../../../lib/app-error.ts';
import { type ButtonKind, buttonClass } from '../../../ui/button.tsx';
import styles from './upgrade-link.module.css';

/** Link to the choice of a larger plan. */
const PLANS_LINK = { to: '/main/subscription', search: { choose: true } } as const;

export function UpgradeLink({ kind = 'primary' }: { kind?: ButtonKind }) {
  return (
    <Link {...PLANS_LINK} className={buttonClass(kind)}>
      Upgrade
    </Link>
  );
}

/** For what is no link, such as the action of a message. */
export function useOpenPlans(): () => void {
  const navigate = useNavigate();
  return () => void navigate(PLANS_LINK);
}

/** Message of a refusal; when the plan is the reason, with a link to upgrade. For a form's `failure`. */
export function ErrorWithUpgrade({ error, message = getErrorMessage(error) }: { error: Error; message?: string }) {
  if (!(error instanceof AppError) || !isPlanLimitError(error.code)) return message;
  return (
    <span className={styles.refusal}>
      <span>{message}</span>
      <UpgradeLink />
    </span>
  );
}
