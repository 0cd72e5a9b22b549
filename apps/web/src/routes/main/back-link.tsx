import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
import styles from './back-link.module.css';

export function BackLink({ to, label }: { to: LinkProps['to']; label: string }) {
  return (
    <Link to={to} search={{} as never} className={styles.back} aria-label={label} title={label}>
      <ArrowLeftIcon />
    </Link>
  );
}
