import type { Organisation } from '@vitrine/contract/organisations';
import type { ReactNode } from 'react';
import { getAvatarPicture } from '../../../lib/picture-url.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import styles from '../pages/family.module.css';

const SIZE = 88;

interface FamilyHeadProps {
  family: Organisation;
  /** How many there are, or whose it is. */
  note: ReactNode;
  actions?: ReactNode;
}

/** The family as one knows it: its picture, its name, what was written about it. */
export function FamilyHeader({ family, note, actions }: FamilyHeadProps) {
  return (
    <section className={styles.head} aria-label={`Family: ${family.name}`}>
      <Avatar name={family.name} size={SIZE} {...getAvatarPicture(family.picture, SIZE)} />
      <div className={styles.words}>
        <h2 className={styles.name}>{family.name}</h2>
        {family.description && <p>{family.description}</p>}
        <Text tone="soft" isTabular>
          {note}
        </Text>
      </div>
      {actions && (
        <Row wrap align="center" gap={2}>
          {actions}
        </Row>
      )}
    </section>
  );
}
