import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useId } from 'react';
import { IconButton } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import styles from './side-panel.module.css';
import { useMediaQuery } from './use-media-query.ts';

/** Width from which it is next to the content; below, it covers the content. */
export const ROOM_BESIDE = '(min-width: 68.75rem)';

interface SidePanelProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Details on the right: next to the content on wide windows, a sheet on narrow ones. */
export function SidePanel({ title, isOpen, onClose, children }: SidePanelProps) {
  const id = useId();
  const isBeside = useMediaQuery(ROOM_BESIDE);
  if (isBeside) {
    if (!isOpen) return null;
    return (
      <aside className={styles.beside} aria-labelledby={id}>
        <header className={styles.header}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          <IconButton label="Close details" icon={<CloseIcon />} onClick={onClose} />
        </header>
        {children}
      </aside>
    );
  }
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.sheet}>
          <header className={styles.header}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <Dialog.Close render={<IconButton label="Close details" icon={<CloseIcon />} />} />
          </header>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface WithSidePanelProps {
  panel: ReactNode;
  /** No toolbar keeps them apart. */
  isUnderHead?: boolean;
  children: ReactNode;
}

/** Content with a panel at its right edge. */
export function WithSidePanel({ panel, isUnderHead, children }: WithSidePanelProps) {
  return (
    <div className={isUnderHead ? `${styles.row} ${styles.underHead}` : styles.row}>
      <div className={styles.content}>{children}</div>
      {panel}
    </div>
  );
}

interface Fact {
  term: string;
  value: ReactNode;
}

/** Terms and their values, one under the other. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
