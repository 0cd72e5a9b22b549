import { Fragment, type ReactNode } from 'react';
import styles from './text.module.css';

/** Words for those who listen. */
export function VisuallyHidden({ children, as: Element = 'span' }: { children: ReactNode; as?: 'span' | 'output' }) {
  return <Element className={styles.hidden}>{children}</Element>;
}

/** An address that breaks where it is read to break: before the @, and behind a dot only where one side of it has no room either. */
export function EmailText({ email }: { email: string }) {
  return email.split(/(?=@)/).map((side, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never change places.
    <span key={place} className={styles.emailPart}>
      {side.split(/(?<=\.)/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  ));
}
