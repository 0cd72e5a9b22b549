import {
  gender,
  type Organisation,
  type OrganisationInvitation,
  type OrganisationMember,
  type OwnInvitation,
  orgRole,
  type SuggestedPerson,
} from '@vitrine/contract';
import type { ProfilePicture } from '../accounts/index.ts';
import type { InvitationRow, OwnInvitationRow } from './invitations.store.ts';
import type { MemberRow, SuggestedPersonRow } from './members.read-model.ts';

type PresentationContext = Pick<Organisation, 'memberLimit' | 'orgRole' | 'hasEnded' | 'holds'> & { picture: ProfilePicture | null };
interface Row {
  id: string;
  name: string;
  description: string;
  subscription_id: string | null;
  owner_id: string;
  owner_name: string;
  owner_email: string;
  member_count: number;
}

export const presentOrganisation = (row: Row, { picture, ...context }: PresentationContext): Organisation => ({
  id: row.id,
  name: row.name,
  description: row.description,
  orgType: 'family',
  subscriptionId: row.subscription_id,
  picture,
  memberCount: row.member_count,
  owner: { _id: row.owner_id, name: row.owner_name, email: row.owner_email },
  ...context,
});

const presentPicture = (fileId: string | null) => (fileId === null ? null : { key: fileId });

/** `isPrivate`: for viewers who may see only that the member is in the family. */
export const presentMember = (row: MemberRow, { isPrivate, canOwn }: { isPrivate: boolean; canOwn: boolean }): OrganisationMember => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  phoneNo: isPrivate ? '' : row.phone_no,
  gender: isPrivate || row.gender === null ? null : gender.parse(row.gender),
  orgRole: orgRole.parse(row.org_role),
  profilePicture: presentPicture(row.picture_file_id),
  joinedAt: row.joined_at.toISOString(),
  canOwn,
});

export const presentInvitation = (row: InvitationRow): OrganisationInvitation => ({
  id: row.id,
  email: row.email,
  createdAt: row.created_at.toISOString(),
  needsAnswer: row.user_id !== null,
  declinedAt: row.declined_at?.toISOString() ?? null,
});

export const presentOwnInvitation = (row: OwnInvitationRow): OwnInvitation => ({
  id: row.id,
  familyName: row.family_name,
  ownerName: row.owner_name,
  createdAt: row.created_at.toISOString(),
});

export const presentSuggestedPerson = (row: SuggestedPersonRow): SuggestedPerson => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  profilePicture: presentPicture(row.picture_file_id),
  canBeAdded: row.can_be_added,
});
