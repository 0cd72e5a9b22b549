import { CONSOLE_ROLES, SET_UP_PERIOD_MS, type SecondFactorSettings, type SecondFactorSettingsBody } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { insertAuditEntry, type Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { type RequiredSince, startRequirements } from './second-factor-requirement.rules.ts';
import { findSettings, lockSettings, type SecondFactorSettingsRow, updateSettings } from './second-factor-settings.store.ts';

interface Deps {
  db: Database;
  clock: Clock;
  secondFactor: Platform['secondFactor'];
}

/** Console roles for which super-admins require a second factor. */
export function createSecondFactorSettingsService({ db, clock, secondFactor }: Deps) {
  const present = (row: SecondFactorSettingsRow): SecondFactorSettings => ({
    isRequiredForAll: secondFactor === 'console',
    roles: CONSOLE_ROLES.flatMap((role) => {
      const since = (row.required_since as RequiredSince)[role];
      return since === undefined ? [] : [{ role, requiredBy: new Date(new Date(since).getTime() + SET_UP_PERIOD_MS).toISOString() }];
    }),
    updatedAt: row.updated_at.toISOString(),
  });

  return {
    read: async (): Promise<SecondFactorSettings> => present(await findSettings(db)),

    /** CHANGED_MEANWHILE. */
    edit: (actor: Person, { roles, updatedAt }: SecondFactorSettingsBody): Promise<SecondFactorSettings> =>
      db.transaction().execute(async (tx) => {
        const before = await lockSettings(tx);
        if (before.updated_at.getTime() !== new Date(updatedAt).getTime()) throw new AppError('CHANGED_MEANWHILE');
        await insertAuditEntry(tx, {
          actorId: actor.userId,
          userId: null,
          action: 'secondFactor.require',
          objects: { table: 'second_factor_settings', ids: [before.id] },
        });
        // Later than the version that was read, so that its editors detect the change.
        const at = new Date(Math.max(clock.now().getTime(), before.updated_at.getTime() + 1));
        const requiredSince = startRequirements(before.required_since as RequiredSince, roles, clock.now());
        return present(await updateSettings(tx, before.id, requiredSince, at));
      }),
  };
}

export type SecondFactorSettingsService = ReturnType<typeof createSecondFactorSettingsService>;
