import { Link, useNavigate } from '@tanstack/react-router';
import { AppError, messageOf } from '../../lib/app-error.ts';
import { type ButtonKind, buttonClass } from '../../ui/button.tsx';
import { isPlanRefusal } from './plan-refusals.ts';
import styles from './upgrade.module.css';

/** Where a plan with more is chosen. */
const PLANS = { to: '/main/subscription', search: { choose: true } } as const;

export function UpgradeLink({ kind = 'primary' }: { kind?: ButtonKind }) {
  return (
    <Link {...PLANS} className={buttonClass(kind)}>
      Upgrade
    </Link>
  );
}

/** For what is no link, such as the action of a message. */
export function useUpgrade(): () => void {
  const navigate = useNavigate();
  return () => void navigate(PLANS);
}

/** What was refused, in the server's words; where the plan is the reason, with the way to another. For a form's `failure`. */
export function Refusal({ error, message = messageOf(error) }: { error: Error; message?: string }) {
  if (!(error instanceof AppError) || !isPlanRefusal(error.code)) return message;
  return (
    <span className={styles.refusal}>
      <span>{message}</span>
      <UpgradeLink />
    </span>
  );
}
