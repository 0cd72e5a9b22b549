import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findOpenAlert } from './emergency-alerts.store.ts';
import { raiseRevision } from './emergency-owners.store.ts';
import { findKeyOfScreen } from './emergency-screens.read-model.ts';
import type { RaiseAlerts } from './raise-alerts.service.ts';

interface KeyRaisesDeps {
  db: Database;
  clock: Clock;
  alerts: RaiseAlerts;
}

/** Raises messages whose keys were held on screens. Only people end such alerts. */
export const createKeyRaises = ({ db, clock, alerts }: KeyRaisesDeps) => ({
  /** Raises a message, unless a real alert shows it already. NOT_FOUND when the owner has not allowed it on this screen; EMERGENCY_NO_SCREENS. */
  raise: (screenId: string, messageId: string): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const before = await findKeyOfScreen(tx, screenId, messageId);
      if (!before) throw new AppError('NOT_FOUND');
      await raiseRevision(tx, before.user_id);
      // The owner may have changed the message, or the device, while the account was being locked.
      const key = await findKeyOfScreen(tx, screenId, messageId);
      if (!key || key.user_id !== before.user_id) throw new AppError('NOT_FOUND');
      const open = await findOpenAlert(tx, messageId);
      if (open && !open.is_drill && open.ends_at > clock.now()) return;
      await alerts.raise(tx, { kind: 'screen', name: key.deviceName }, { messageId, drill: false });
    }),
});

export type KeyRaises = ReturnType<typeof createKeyRaises>;
