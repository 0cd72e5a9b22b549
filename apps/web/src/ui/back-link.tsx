import { Link, type LinkProps } from '@tanstack/react-router';
import styles from './back-link.module.css';
import { ArrowLeftIcon } from './icons.tsx';

interface BackLinkProps {
  to: LinkProps['to'];
  /** Keys the address above needs besides those every one has. */
  search?: Record<string, string>;
  label: string;
}

export function BackLink({ to, search = {}, label }: BackLinkProps) {
  return (
    <Link to={to} search={search as never} className={styles.back} aria-label={label} title={label}>
      <ArrowLeftIcon />
    </Link>
  );
}
