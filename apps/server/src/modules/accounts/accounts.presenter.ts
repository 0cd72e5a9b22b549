import { gender, platform, role, type User } from '@vitrine/contract';
import type { ProfilePicture } from './accounts.ports.ts';
import type { ProfileRow } from './accounts.read-model.ts';

export const presentUser = (row: ProfileRow, picture: ProfilePicture | null): User => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  role: role.parse(row.role),
  isSuperAdmin: row.is_super_admin,
  privacy: row.privacy_accepted_at !== null,
  disable: row.disabled_at !== null,
  platform: platform.parse(row.platform),
  phoneNo: row.phone_no,
  gender: row.gender === null ? null : gender.parse(row.gender),
  dateOfBirth: row.date_of_birth,
  profilePicture: picture,
  subscriptionId: row.subscription_id,
  showMenu: row.show_menu ? 1 : 0,
  isNewcomer: row.welcome_ended_at === null,
  createdAt: row.created_at.toISOString(),
  orgs: row.orgs,
});
