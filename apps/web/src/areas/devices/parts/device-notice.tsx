import type { ReactNode } from 'react';
import styles from './device-notice.module.css';

/** A recommendation on a device's page, with the button that follows it, or a fact without one. */
export function DeviceNotice({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.notice}>
      <output className={styles.text}>{text}</output>
      {children}
    </div>
  );
}
