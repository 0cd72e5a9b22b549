import { type ReactNode, useId } from 'react';
import styles from './details.module.css';
import { Stack } from './layout.tsx';
import { Text } from './text.tsx';

/** The parts of a detail panel. */
export function DetailsPicture({ children }: { children: ReactNode }) {
  return <div className={styles.picture}>{children}</div>;
}

/** Read-only name and caption. */
export function DetailsText({ name, caption }: { name: string; caption: string }) {
  return (
    <div className={styles.words}>
      <p>{name}</p>
      {caption && (
        <Text tone="soft" size="sm">
          {caption}
        </Text>
      )}
    </div>
  );
}

export function DetailsSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Stack as="section" gap={3} aria-labelledby={id}>
      <Text as="h3" id={id} size="base">
        {title}
      </Text>
      {children}
    </Stack>
  );
}

/** Terms and values, as many columns as fit; empty values are shown as missing. */
export function FactGrid({ facts }: { facts: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd data-missing={value ? undefined : ''}>{value || 'Not provided'}</dd>
        </div>
      ))}
    </dl>
  );
}

/** List inside a panel: each entry has a title, notes, and badges or buttons. */
export const EntryList = ({ children }: { children: ReactNode }) => <Stack as="ul">{children}</Stack>;

interface EntryProps {
  title: ReactNode;
  notes: readonly ReactNode[];
  children?: ReactNode;
}

export const Entry = ({ title, notes, children }: EntryProps) => (
  <li className={styles.entry}>
    <div className={styles.entryText}>
      <strong>{title}</strong>
      {notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notes have no identity and never change places
        <Text as="span" key={index} tone="soft" size="sm">
          {note}
        </Text>
      ))}
    </div>
    {children}
  </li>
);
