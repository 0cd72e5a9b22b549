import type { Organisation, OrganisationInvitation, OrgRole } from '@vitrine/contract/organisations';
import { formatCount } from '../../lib/format.ts';

export const FAMILY_ROLE_LABELS: Record<OrgRole, string> = { owner: 'Owner', subAdmin: 'Member' };

/** Returns `3 albums, 1 playlist and 2 screens` without empty kinds, or an empty text if all are empty. */
export function formatBelongings({ albums, playlists, devices }: Organisation['holds']): string {
  const kinds = [
    albums > 0 && formatCount(albums, 'album'),
    playlists > 0 && formatCount(playlists, 'playlist'),
    devices > 0 && formatCount(devices, 'screen'),
  ].filter((words) => words !== false);
  return kinds.length > 1 ? `${kinds.slice(0, -1).join(', ')} and ${kinds.at(-1)}` : (kinds[0] ?? '');
}

/** Returns the family's objects as the object of a sentence, with counts if there are any. */
export const getBelongingsLabel = ({ holds }: Organisation): string =>
  `the family’s ${formatBelongings(holds) || 'albums, playlists and screens'}`;

/** Returns a sentence about the members who lose access when the family is dissolved. Empty for a family without members. */
export function getMembersLabel(family: Organisation): string {
  const count = countOtherMembers(family);
  return count === 1 ? 'Its only member loses access. ' : count > 1 ? `Its ${count} members lose access. ` : '';
}

/** Returns the number of members without the owner. */
export const countOtherMembers = ({ memberCount }: Pick<Organisation, 'memberCount'>): number => memberCount - 1;

interface AddedMembers {
  members: readonly { name: string }[];
  invitations: readonly { email: string }[];
}

/** `Ben Weiss is in the family now. 2 invitations sent.` */
export function getMembersAddedMessage({ members, invitations }: AddedMembers): string {
  const [first] = members;
  const joined =
    first && (members.length === 1 ? `${first.name} was added to the family.` : `${members.length} people were added to the family.`);
  const invited = invitations.length > 0 && `${formatCount(invitations.length, 'invitation')} sent.`;
  return [joined, invited].filter(Boolean).join(' ');
}

/** Returns the invitations that wait for an answer. Declined ones take no place. */
export const openInvitations = (invitations: readonly OrganisationInvitation[]): OrganisationInvitation[] =>
  invitations.filter(({ declinedAt }) => declinedAt === null);

/** How many more may be added; those who are invited have a place already. */
export const countFreePlaces = (family: Organisation, invitations: readonly OrganisationInvitation[]): number =>
  Math.max(0, family.memberLimit - countOtherMembers(family) - openInvitations(invitations).length);

/** `3 of 5 members, 1 invited`, without the owner. */
export function getCapacityLabel(family: Organisation, invited: number): string {
  return `${countOtherMembers(family)} of ${formatCount(family.memberLimit, 'member')}${invited > 0 ? `, ${invited} invited` : ''}`;
}

/** Returns why no one can be added; undefined when there is capacity. */
export function getCapacityMessage(family: Organisation, invitations: readonly OrganisationInvitation[]): string | undefined {
  if (family.hasEnded) return 'Your Family Plan has ended. Renew it to add members. Your family doesn’t change.';
  if (countFreePlaces(family, invitations) > 0) return undefined;
  return `A family can have up to ${formatCount(family.memberLimit, 'member')} besides you. To add someone else, remove a member or cancel an invitation.`;
}
