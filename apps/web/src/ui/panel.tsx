import { type ReactNode, useId } from 'react';
import { InfoIcon } from './icons.tsx';
import styles from './panel.module.css';
import { Text } from './text.tsx';

interface PanelProps {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  /** Omits the surface, for lists whose entries have one. */
  isBare?: boolean;
}

/** One matter of a longer page, with its heading and its buttons. */
export function Panel({ title, note, actions, children, isBare = false }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} data-bare={isBare ? '' : undefined} aria-labelledby={id}>
      <div className={styles.head}>
        <div className={styles.words}>
          <Text as="h2" id={id} size="md">
            {title}
          </Text>
          {note && <p className={styles.note}>{note}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** Highlighted note that explains what the page shows or leaves out. */
export function NoteBox({ children }: { children: ReactNode }) {
  return (
    <p className={styles.noteBox}>
      <InfoIcon />
      <span>{children}</span>
    </p>
  );
}
