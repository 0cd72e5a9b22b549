import type { OrganisationMember } from '@vitrine/contract/organisations';
import { getAvatarPicture } from '../../../lib/picture-url.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { FAMILY_ROLE_LABELS } from '../family-labels.ts';
import styles from './members-list.module.css';

const FACE = 40;

/** Who is in the family, as its members see it: everybody, with oneself marked. */
export function FamilyPeopleList({ members, ownId }: { members: readonly OrganisationMember[]; ownId: string }) {
  return (
    <ul className={styles.lines} aria-label="Members">
      {members.map(({ _id, name, email, orgRole, profilePicture }) => (
        <li key={_id} className={styles.line}>
          <Avatar name={name} size={FACE} {...getAvatarPicture(profilePicture, FACE)} />
          <div className={styles.words}>
            <span className={styles.name}>
              {name} {_id === ownId && <Badge tone="accent">You</Badge>}
            </span>
            <span className={styles.soft}>
              <EmailText email={email} />
            </span>
          </div>
          <span className={styles.soft}>{FAMILY_ROLE_LABELS[orgRole]}</span>
        </li>
      ))}
    </ul>
  );
}
