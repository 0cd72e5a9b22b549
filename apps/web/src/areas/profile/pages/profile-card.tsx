import type { User } from '@vitrine/contract/accounts';
import type { ReactNode } from 'react';
import { formatDate, formatDay } from '../../../lib/format.ts';
import { getAvatarPicture } from '../../../lib/picture-url.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { FactGrid } from '../../../ui/details.tsx';
import { Row } from '../../../ui/layout.tsx';
import { EmailText } from '../../../ui/text.tsx';
import { formatPhone, GENDER_LABELS } from '../../accounts/personal-data.ts';
import styles from './profile-card.module.css';

const PICTURE_SIZE = 85;

/** Personal details of a user. `actions` are buttons for viewers who may edit them. */
export function ProfileCard({ user, actions }: { user: User; actions?: ReactNode }) {
  const facts: [string, string][] = [
    ['Gender', user.gender ? GENDER_LABELS[user.gender] : ''],
    ['Phone', formatPhone(user.phoneNo)],
    ['Birthday', user.dateOfBirth ? formatDay(user.dateOfBirth) : ''],
    ['Registered', formatDate(user.createdAt)],
  ];
  return (
    <section className={styles.card} aria-label="Personal details">
      <Row wrap align="center" gap={4}>
        <Avatar name={user.name} size={PICTURE_SIZE} {...getAvatarPicture(user.profilePicture, PICTURE_SIZE)} />
        <div className={styles.text}>
          <h2 className={styles.name}>{user.name}</h2>
          <p className={styles.email}>
            <span>
              <EmailText email={user.email} />
            </span>
            <CopyButton text={user.email} what="email" />
          </p>
        </div>
        {actions && (
          <Row wrap gap={2}>
            {actions}
          </Row>
        )}
      </Row>
      <div className={styles.facts}>
        <FactGrid facts={facts} />
      </div>
    </section>
  );
}
