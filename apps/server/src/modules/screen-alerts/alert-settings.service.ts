import {
  type AlertConditions,
  type AlertSettingsOfOwner,
  type alertSubscriptionBody,
  DEFAULT_ALERT_CONDITIONS,
  SCREEN_ALERT_LIMITS,
  type ScreenAlerts,
} from '@vitrine/contract';
import type { z } from 'zod';
import type { Database, Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, getAccountInView, type Person } from '../access/index.ts';
import { authorizeCreate, authorizeList, findBillingOwner, lockMemberships, type OwnerScope } from '../organisations/index.ts';
import { listActiveAlerts, listTagSettings } from './active-alerts.read-model.ts';
import {
  deleteTagSettings,
  findSettings,
  type QuietHoursRow,
  type StoredConditions,
  saveSettings,
  saveTagSettings,
} from './alert-settings.store.ts';
import { type AlertScope, findSubscription, saveSubscription } from './subscriptions.store.ts';

type RequestedScope = { [Key in keyof OwnerScope]?: OwnerScope[Key] | undefined };

/** Returns the scopes of a request: the account or the family. The owner of a family has the same settings for screens outside of it. */
async function listScopes(
  db: Db,
  { userId, orgId }: { userId: string; orgId?: string | undefined },
): Promise<[AlertScope, ...AlertScope[]]> {
  const account = { scopeId: userId, ownerId: userId, orgId: null };
  if (orgId === undefined) return [account];
  const ownerId = await findBillingOwner(db, { userId, orgId });
  if (ownerId === undefined) throw new AppError('NOT_FOUND');
  const family = { scopeId: orgId, ownerId, orgId };
  return ownerId === userId ? [family, account] : [family];
}

/** Creates the service for the conditions, the quiet hours and the subscriptions of alerts. */
export function createAlertSettingsService({ db }: { db: Database }) {
  /** Runs a change of an account's or a family's settings by someone who may change them. */
  const change = (
    actor: Person,
    { userId = getAccountInView(actor), orgId }: RequestedScope,
    write: (tx: Tx, scope: AlertScope, userId: string) => Promise<unknown>,
  ): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await lockMemberships(tx, userId);
      await authorizeCreate(tx, actor, { userId, ...(orgId && { orgId }) });
      for (const scope of await listScopes(tx, { userId, orgId })) await write(tx, scope, userId);
    });

  return {
    async read(actor: Person, { userId = getAccountInView(actor), orgId }: RequestedScope): Promise<ScreenAlerts> {
      await authorizeList(db, actor, { userId, ...(orgId && { orgId }) });
      const scopes = await listScopes(db, { userId, orgId });
      const [{ scopeId, ownerId }] = scopes;
      const settings = await findSettings(db, scopeId);
      const subscription = await findSubscription(db, scopeId, userId);
      const isOwner = userId === ownerId;
      const active = await listActiveAlerts(db, scopes, SCREEN_ALERT_LIMITS.active);
      return {
        ...presentConditions(settings?.conditions ?? {}),
        hasSources: isOwner,
        quietHours: settings ? presentQuietHours(settings) : null,
        tags: (await listTagSettings(db, scopes)).map(({ id, name, conditions }) => ({
          tagId: id,
          name,
          conditions: presentConditions(conditions).conditions,
        })),
        subscription: { byEmail: subscription?.by_email ?? isOwner, byNotification: subscription?.by_notification ?? isOwner },
        active: active.map(({ kind, device_id, name, since }) => ({ kind, deviceId: device_id, name, since: since.toISOString() })),
        activeCount: active[0]?.total ?? 0,
      };
    },

    edit: (actor: Person, { userId, orgId, conditions, source, quietHours }: AlertSettingsOfOwner): Promise<void> =>
      change(actor, { userId, orgId }, (tx, scope) => saveSettings(tx, scope, { ...conditions, source }, quietHours)),

    editTag: (actor: Person, tagId: string, conditions: AlertConditions): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'deviceTag.update', [tagId]);
        if (!(await saveTagSettings(tx, tagId, conditions))) throw new AppError('NOT_FOUND');
      }),

    deleteTag: (actor: Person, tagId: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'deviceTag.update', [tagId]);
        await deleteTagSettings(tx, tagId);
      }),

    subscribe: (actor: Person, { userId, orgId, byEmail, byNotification }: z.output<typeof alertSubscriptionBody>): Promise<void> =>
      change(actor, { userId, orgId }, (tx, { scopeId }, personId) =>
        saveSubscription(tx, scopeId, personId, { by_email: byEmail, by_notification: byNotification }),
      ),
  };
}

export type AlertSettingsService = ReturnType<typeof createAlertSettingsService>;

function presentConditions({ source, ...stored }: StoredConditions) {
  return { conditions: { ...DEFAULT_ALERT_CONDITIONS, ...stored }, source: source ?? { isOn: true } };
}

const presentQuietHours = ({ quiet_from, quiet_until, time_zone }: QuietHoursRow): ScreenAlerts['quietHours'] =>
  quiet_from && quiet_until && time_zone ? { from: quiet_from, until: quiet_until, timeZone: time_zone } : null;
