import type { FastifyInstance } from 'fastify';
import { autocommit } from '../../platform/database/database.ts';
import { on } from '../../platform/events.ts';
import { accountsModule, credentialsChanged } from '../accounts/index.ts';
import { defineModule, type ModuleApi, type Platform } from '../define-module.ts';
import { deleteExpiredRecoveries, deleteRecovery } from './factor-recoveries.store.ts';
import { createFactorRecoveryService } from './factor-recovery.service.ts';
import { createSecondFactorSettingsService } from './second-factor-settings.service.ts';
import { secondFactorChanged } from './second-factors.events.ts';
import { secondFactorsRoutes } from './second-factors.routes.ts';
import { createSecondFactorsService } from './second-factors.service.ts';

const EXPIRY_SWEEP_MS = 10 * 60_000;

/** Codes from authenticator apps and recovery codes, which accounts may require at sign-in in addition to the password. */
export const secondFactorsModule = defineModule({
  name: 'second-factors',
  tables: { owned: ['second_factors', 'recovery_codes', 'factor_recoveries', 'second_factor_settings'], read: ['users'] },
  uses: { accounts: accountsModule },
  events: [secondFactorChanged],
  encryptedColumns: [{ key: 'second-factors', table: 'second_factors', id: 'user_id', columns: ['secret'] }],
  accessCases: () => import('./access-cases.ts'),
  create,
});

async function create(platform: Platform, { accounts }: { accounts: ModuleApi<typeof accountsModule> }) {
  const { db, clock, serverKeys } = platform;
  const secrets = await serverKeys.loadEncryption('second-factors');
  const factors = createSecondFactorsService({ ...platform, secrets, proofs: accounts.proofs });
  const recovery = createFactorRecoveryService({ ...platform, factors });
  const settings = createSecondFactorSettingsService(platform);
  return {
    api: { verify: factors.verify, requestRecovery: recovery.request, completeRecovery: recovery.complete },
    routes: (app: FastifyInstance) => secondFactorsRoutes(app, { factors, recovery, settings }),
    // A new password ends what the old one has requested.
    reactions: [on(credentialsChanged, async (tx, { userId }) => void (await deleteRecovery(tx, userId)))],
    workerTasks: [
      {
        name: 'secondFactors.expiry',
        everyMs: EXPIRY_SWEEP_MS,
        run: async () => void (await deleteExpiredRecoveries(autocommit(db), clock.now())),
      },
    ],
  };
}
