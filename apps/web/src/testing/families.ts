import type { Organisation, OrganisationMember } from '@vitrine/contract/organisations';
import { ANA } from './signed-in.ts';

/** Creates a family that the signed-in user owns, without other members. */
export const aFamily = (values: Partial<Organisation> = {}): Organisation => ({
  id: '00000000-0000-7000-8000-0000000000f1',
  name: 'The Bergers',
  description: '',
  orgType: 'family',
  subscriptionId: null,
  picture: null,
  memberCount: 1,
  memberLimit: 5,
  orgRole: 'owner',
  owner: { _id: ANA._id, name: ANA.name, email: ANA.email },
  hasEnded: false,
  holds: { albums: 0, playlists: 0, devices: 0 },
  ...values,
});

/** Creates a member of the family; by default its owner. */
export const aMember = (values: Partial<OrganisationMember> = {}): OrganisationMember => ({
  _id: ANA._id,
  name: ANA.name,
  email: ANA.email,
  phoneNo: '',
  gender: null,
  orgRole: 'owner',
  profilePicture: null,
  joinedAt: '2026-01-01T00:00:00.000Z',
  canOwn: true,
  ...values,
});
