import type { OrganisationInvitation, OrganisationMember } from '@vitrine/contract/organisations';
import type { ReactNode } from 'react';
import { formatRelative } from '../../../lib/format.ts';
import { getAvatarPicture } from '../../../lib/picture-url.ts';
import { FamilyIcon, MailIcon, MoreIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { EmailText, Text } from '../../../ui/text.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { formatPhone, GENDER_LABELS } from '../../accounts/personal-data.ts';
import { FAMILY_ROLE_LABELS } from '../family-labels.ts';
import styles from './members-list.module.css';

export type MemberAction = 'removeMember' | 'makeOwner';
export type InvitationAction = 'sendAgain' | 'withdraw';

interface MembersListProps {
  /** All members except the owner who views the list. */
  members: readonly OrganisationMember[];
  invitations: readonly OrganisationInvitation[];
  onMember: (action: MemberAction, member: OrganisationMember) => void;
  onInvitation: (action: InvitationAction, invitation: OrganisationInvitation) => void;
}

const AVATAR_PX = 40;
const NO_VALUE = '–';
/** Minimum window width for the six columns. */
const TABLE_QUERY = '(min-width: 56.25rem)';

/** Members and invitations as the owner sees them: a table on wide windows, otherwise a list. */
export function MembersList({ members, invitations, onMember, onInvitation }: MembersListProps) {
  const isTable = useMediaQuery(TABLE_QUERY);
  const lines: LineProps[] = [
    ...members.map((member) => ({
      id: member._id,
      face: <Avatar name={member.name} size={AVATAR_PX} {...getAvatarPicture(member.profilePicture, AVATAR_PX)} />,
      name: member.name,
      email: member.email,
      phone: formatPhone(member.phoneNo),
      gender: member.gender ? GENDER_LABELS[member.gender] : '',
      role: FAMILY_ROLE_LABELS[member.orgRole],
      menu: <MemberMenu member={member} onAction={onMember} />,
    })),
    ...invitations.map((invitation) => ({
      id: invitation.id,
      face: (
        <span className={styles.mail}>
          <MailIcon />
        </span>
      ),
      name: '',
      email: invitation.email,
      phone: '',
      gender: '',
      role: <Badge tone={invitation.declinedAt ? 'neutral' : 'warning'}>{invitation.declinedAt ? 'Declined' : 'Invited'}</Badge>,
      since: invitation.declinedAt
        ? `Declined ${formatRelative(invitation.declinedAt)}`
        : `Invited ${formatRelative(invitation.createdAt)}`,
      menu: <InvitationMenu invitation={invitation} onAction={onInvitation} />,
    })),
  ];
  return isTable ? <MembersTable lines={lines} /> : <MemberLines lines={lines} />;
}

interface LineProps {
  id: string;
  face: ReactNode;
  name: string;
  email: string;
  phone: string;
  gender: string;
  role: ReactNode;
  since?: string;
  menu: ReactNode;
}

function MembersTable({ lines }: { lines: readonly LineProps[] }) {
  return (
    <table className={styles.table} aria-label="Members">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Email</th>
          <th scope="col">Phone</th>
          <th scope="col">Gender</th>
          <th scope="col">Role</th>
          <th scope="col" aria-label="Actions" />
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, face, name, email, phone, gender, role, since, menu }) => (
          <tr key={id}>
            <th scope="row">
              <span className={styles.who}>
                {face}
                <span>{name || <span className={styles.soft}>{since}</span>}</span>
              </span>
            </th>
            <td className={styles.email}>
              <EmailText email={email} />
            </td>
            <td>{phone || NO_VALUE}</td>
            <td>{gender || NO_VALUE}</td>
            <td>{role}</td>
            <td>{menu}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MemberLines({ lines }: { lines: readonly LineProps[] }) {
  return (
    <ul className={styles.lines} aria-label="Members">
      {lines.map(({ id, face, name, email, phone, gender, role, since, menu }) => (
        <li key={id} className={styles.line}>
          {face}
          <div className={styles.words}>
            <Text as="span" weight="medium">
              {name || <EmailText email={email} />}
            </Text>
            <span className={styles.soft}>{name ? <EmailText email={email} /> : since}</span>
            {(phone || gender) && <span className={styles.soft}>{[phone, gender].filter(Boolean).join(' · ')}</span>}
          </div>
          {role}
          {menu}
        </li>
      ))}
    </ul>
  );
}

function MemberMenu({ member, onAction }: { member: OrganisationMember; onAction: MembersListProps['onMember'] }) {
  return (
    <Menu trigger={<IconButton label={`Actions for ${member.name}`} icon={<MoreIcon />} />}>
      <MenuItem icon={<FamilyIcon size={18} />} onSelect={() => onAction('makeOwner', member)}>
        Make owner
      </MenuItem>
      <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={() => onAction('removeMember', member)}>
        Remove
      </MenuItem>
    </Menu>
  );
}

function InvitationMenu({ invitation, onAction }: { invitation: OrganisationInvitation; onAction: MembersListProps['onInvitation'] }) {
  return (
    <Menu trigger={<IconButton label={`Actions for ${invitation.email}`} icon={<MoreIcon />} />}>
      <MenuItem icon={<MailIcon size={18} />} onSelect={() => onAction('sendAgain', invitation)}>
        {invitation.declinedAt ? 'Invite again' : 'Resend invitation'}
      </MenuItem>
      <MenuItem icon={<CloseIcon size={18} />} isDanger onSelect={() => onAction('withdraw', invitation)}>
        {invitation.declinedAt ? 'Remove from list' : 'Cancel invitation'}
      </MenuItem>
    </Menu>
  );
}
