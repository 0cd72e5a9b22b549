import type { createOrganisationBody, editOrganisationBody, Organisation } from '@vitrine/contract';
import type { z } from 'zod';
import { type Database, type Db, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Ports } from '../../platform/ports.ts';
import { authorize, type Person } from '../access/index.ts';
import { profilePictures } from '../accounts/index.ts';
import { insertMember } from './members.store.ts';
import { authorizeOrganisationManagement } from './organisation-access.service.ts';
import type { OrganisationLoader } from './organisation-loader.service.ts';
import type { OrganisationNotifier } from './organisations.live.ts';
import { listMemberships } from './organisations.read-model.ts';
import { findPictureId, insertOrganisation, lockOrganisations, lockUsers, updateOrganisation } from './organisations.store.ts';

export interface OrganisationsDeps {
  db: Database;
  port: Ports['port'];
  loader: OrganisationLoader;
  notifier: OrganisationNotifier;
}

type NewFamily = z.infer<typeof createOrganisationBody>;
type FamilyChange = z.infer<typeof editOrganisationBody>;

export function createOrganisationsService({ db, port, loader, notifier }: OrganisationsDeps) {
  const assertMayCreate = async (tx: Tx, userId: string): Promise<void> => {
    if (!(await loader.planOf(tx, userId)).isRunning) throw new AppError('FAMILY_PLAN_NEEDED');
    if ((await listMemberships(tx, userId)).some(({ orgRole }) => orgRole === 'owner')) throw new AppError('FAMILY_EXISTS');
  };

  /** Compares the client's value, which may be outdated, with the current one. INVALID. */
  const findSubscriptionId = async (db: Db, userId: string, said: string | null | undefined): Promise<string | null> => {
    const subscriptionId = await loader.findSubscriptionId(db, userId);
    if (said !== undefined && said !== null && said !== subscriptionId)
      throw new AppError('INVALID', 'Your subscription has changed. Reload the page and try again.');
    return subscriptionId;
  };

  return {
    /** Creates the caller's own family. FAMILY_PLAN_NEEDED, FAMILY_EXISTS. */
    async create({ userId }: Person, { name, description, subscriptionId, picture }: NewFamily): Promise<Organisation> {
      const id = newId();
      try {
        return await db.transaction().execute(async (tx) => {
          await lockUsers(tx, [userId]);
          await assertMayCreate(tx, userId);
          if (picture) await port(profilePictures).assertOwnedBy(tx, userId, picture.key);
          const subscription_id = await findSubscriptionId(tx, userId, subscriptionId);
          await insertOrganisation(tx, { id, name, description, subscription_id, picture_file_id: picture?.key ?? null });
          await insertMember(tx, id, userId, 'owner');
          await notifier.notifyMembers(tx, id);
          return loader.loadOrganisation(tx, id, userId);
        });
      } catch (error) {
        if (isDatabaseError(error, '23505')) throw new AppError('FAMILY_EXISTS', undefined, { cause: error });
        throw error;
      }
    },

    async list({ userId }: Person): Promise<Organisation[]> {
      const found: Organisation[] = [];
      for (const { id } of await listMemberships(db, userId)) found.push(await loader.loadOrganisation(db, id, userId));
      return found;
    },

    async get(actor: Person, orgId: string): Promise<Organisation> {
      await authorize(db, actor, 'organisation.read', [orgId]);
      return loader.loadOrganisation(db, orgId, actor.userId);
    },

    edit: (actor: Person, orgId: string, { name, description, picture }: FamilyChange): Promise<Organisation> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'organisation.read', [orgId]);
        await lockOrganisations(tx, [orgId]);
        await authorizeOrganisationManagement(tx, actor, orgId);
        // A form sends back the existing picture, which may belong to a previous owner.
        const isNew = picture && (await findPictureId(tx, orgId))?.picture_file_id !== picture.key;
        if (isNew) await port(profilePictures).assertOwnedBy(tx, actor.userId, picture.key);
        const change = { name, description, picture_file_id: picture === undefined ? undefined : (picture?.key ?? null) };
        if (Object.values(change).some((value) => value !== undefined)) await updateOrganisation(tx, orgId, change);
        await notifier.notifyMembers(tx, orgId);
        return loader.loadOrganisation(tx, orgId, actor.userId);
      }),
  };
}

export type OrganisationsService = ReturnType<typeof createOrganisationsService>;
