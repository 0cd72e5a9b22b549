import { platform, role, type User } from '@vitrine/contract';
import type { UserRow } from './accounts.store.ts';

export const presentUser = (row: UserRow): User => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  role: role.parse(row.role),
  isSuperAdmin: row.is_super_admin,
  privacy: row.privacy_accepted_at !== null,
  disable: row.disabled_at !== null,
  platform: platform.parse(row.platform),
  profilePicture: null,
  createdAt: row.created_at.toISOString(),
  orgs: [],
});
