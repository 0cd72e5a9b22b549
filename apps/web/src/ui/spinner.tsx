import styles from './spinner.module.css';

export function Spinner({ className, size = 18 }: { className?: string; size?: number }) {
  return <span className={`${styles.spinner} ${className ?? ''}`} style={{ width: size, height: size }} aria-hidden="true" />;
}
