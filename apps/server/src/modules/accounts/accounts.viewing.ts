import type { User } from '@vitrine/contract';
import type { Db } from '../../platform/database/database.ts';
import type { Ports } from '../../platform/ports.ts';
import { memberships, newestSubscription, profilePictures } from './accounts.ports.ts';
import { presentUser } from './accounts.presenter.ts';
import { findProfile } from './accounts.read-model.ts';

export type LoadUser = (db: Db, userId: string) => Promise<User | undefined>;

/** An account as its owner sees it: with its picture and organisations. */
export const createUserLoader =
  ({ port }: Pick<Ports, 'port'>): LoadUser =>
  async (db, userId) => {
    const row = await findProfile(db, userId, { orgs: port(memberships), subscriptionId: port(newestSubscription) });
    return row && presentUser(row, await port(profilePictures).describe(db, row.picture_file_id));
  };
