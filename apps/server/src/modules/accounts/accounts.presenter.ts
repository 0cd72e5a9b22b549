import { gender, platform, role, type User } from '@vitrine/contract';
import type { Db } from '../../platform/database/database.ts';
import type { Ports } from '../../platform/ports.ts';
import { memberships, newestSubscription, type ProfilePicture, profilePictures } from './accounts.events.ts';
import { findProfile, type ProfileRow } from './accounts.read-model.ts';

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

export type LoadUser = (db: Db, userId: string) => Promise<User | undefined>;

/** An account as its owner sees it: with its picture and organisations. */
export const createUserLoader =
  ({ port }: Pick<Ports, 'port'>): LoadUser =>
  async (db, userId) => {
    const row = await findProfile(db, userId, { orgs: port(memberships), subscriptionId: port(newestSubscription) });
    return row && presentUser(row, await port(profilePictures).describe(db, row.picture_file_id));
  };
