import type { GrantedSubscription, Role } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { insertAuditEntry } from '../access/index.ts';
import type { accountsModule } from '../accounts/index.ts';
import type { ModuleApi } from '../define-module.ts';
import type { EntitlementsService } from '../entitlements/index.ts';
import { findPlanByName, type PlanPriceRow } from '../plans/index.ts';
import { grantedPlanMail } from './subscription-mails.presenter.ts';
import { subscriptionChanged } from './subscriptions.events.ts';
import { findPayer } from './subscriptions.read-model.ts';
import { endGrantedSubscription, listRunningGranted } from './subscriptions.store.ts';

interface Deps {
  db: Database;
  emit: Emit;
  clock: Clock;
  queue: Queue;
  publicUrl: string;
  entitlements: EntitlementsService;
  accounts: ModuleApi<typeof accountsModule>;
}

/** Returns the role that a plan implies. On the partner platform the plan decides the role; on ours the role stays. Source: specification 3 §4. */
export const getRoleForPlan = ({ platform, plan_type }: Pick<PlanPriceRow, 'platform' | 'plan_type'>): Role | undefined =>
  platform === 'WV' ? (({ wv_plan: 'user', wv_adv_plan: 'advUser' } as const)[plan_type] ?? 'host') : undefined;

/** Subscriptions granted by an administrator. They are a separate source, independent of the card's, and end on their date. */
export function createGrantedSubscriptionsService({ db, clock, emit, queue, publicUrl, entitlements, accounts }: Deps) {
  return {
    /** Grants a subscription, replacing an earlier grant. PLAN_UNKNOWN, PLAN_CHANGED. */
    async grantSubscription(
      tx: Tx,
      userId: string,
      { grantedBy, name, endDate, storage, devices }: GrantedSubscription & { grantedBy: string },
    ): Promise<void> {
      const sale = await findPlanByName(tx, userId, name);
      if (!sale) throw new AppError('PLAN_UNKNOWN');
      if ((storage !== undefined && storage !== sale.storage_bytes) || (devices !== undefined && devices !== sale.devices))
        throw new AppError('PLAN_CHANGED');
      const [now, endsAt] = [clock.now(), new Date(endDate)];
      const id = newId();
      const ids = [...(await listRunningGranted(tx, userId)), id];
      await insertAuditEntry(tx, { actorId: grantedBy, userId, action: 'subscription.give', objects: { table: 'subscriptions', ids } });
      await endGrantedSubscription(tx, userId, now);
      await tx
        .insertInto('subscriptions')
        .values({
          id,
          user_id: userId,
          plan_name: sale.name,
          source: 'given',
          state: 'active',
          price_id: sale.price_id,
          period_start: now,
          period_end: endsAt,
          started_at: now,
        })
        .execute();
      await emit(tx, subscriptionChanged, { subscriptionIds: ids });
      await entitlements.grant(tx, { ...toGrant(sale), userId, source: 'given', endsAt });
      const role = getRoleForPlan(sale);
      if (role) await accounts.setRole(tx, userId, role);
      const payer = await findPayer(tx, userId);
      if (payer) await queue.add(tx, mailJob, grantedPlanMail(payer, sale.name, endsAt, publicUrl));
    },

    /** Marks expired grants in their rows; they have already lost their effect. */
    endExpired: async (): Promise<void> => {
      await db.transaction().execute(async (tx) => {
        const ended = await tx
          .updateTable('subscriptions')
          .set({ state: 'expired', ended_at: sql<Date>`greatest(started_at, period_end)` })
          .where('source', '=', 'given')
          .where('ended_at', 'is', null)
          .where('period_end', '<=', clock.now())
          .returning('id')
          .execute();
        if (ended.length > 0) await emit(tx, subscriptionChanged, { subscriptionIds: ended.map(({ id }) => id) });
      });
    },
  };
}

/** Returns the limits of a plan without extra screens, as sold. */
export const toGrant = (sale: PlanPriceRow) => ({
  planName: sale.name,
  users: sale.users,
  devices: sale.devices,
  extraDevices: 0,
  storageBytes: sale.storage_bytes,
  playlists: sale.playlists,
  albums: sale.albums,
  sharingGroups: sale.sharing_groups,
});
