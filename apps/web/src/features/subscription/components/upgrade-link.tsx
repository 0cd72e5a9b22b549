import { Link } from '@tanstack/react-router';
import { type ButtonKind, buttonClass } from '../../../ui/button.tsx';

/** The way to a larger plan, wherever one is at its limit. */
export function UpgradeLink({ kind = 'secondary' }: { kind?: ButtonKind }) {
  return (
    <Link to="/main/subscription" search={{ choose: true }} className={buttonClass(kind)}>
      Upgrade
    </Link>
  );
}
