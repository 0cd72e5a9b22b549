import { Link, type LinkProps } from '@tanstack/react-router';
import styles from './back-link.module.css';
import { ArrowLeftIcon } from './icons.tsx';

interface BackLinkProps {
  to: LinkProps['to'];
  /** Keys the address above needs besides those every one has. */
  search?: Record<string, string>;
  label: string;
  /** Where it stands alone, without a title beside it, the label is in sight. */
  isWritten?: boolean;
}

export function BackLink({ to, search = {}, label, isWritten = false }: BackLinkProps) {
  return (
    <Link
      to={to}
      search={search as never}
      className={styles.back}
      data-written={isWritten ? '' : undefined}
      aria-label={isWritten ? undefined : label}
      title={isWritten ? undefined : label}
    >
      <ArrowLeftIcon />
      {isWritten && label}
    </Link>
  );
}
