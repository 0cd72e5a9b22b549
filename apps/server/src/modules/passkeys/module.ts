import type { FastifyInstance } from 'fastify';
import { autocommit } from '../../platform/database/database.ts';
import { provide } from '../../platform/ports.ts';
import { accountsModule, personalDataExports } from '../accounts/index.ts';
import { defineModule, type ModuleApi, type Platform } from '../define-module.ts';
import { createPasskeyChallenges } from './passkey-challenges.service.ts';
import { passkeysRoutes } from './passkeys.routes.ts';
import { createPasskeysService } from './passkeys.service.ts';
import { deleteExpiredChallenges, listPasskeysExport } from './passkeys.store.ts';

const EXPIRY_SWEEP_MS = 10 * 60_000;

/** Passkeys, with which accounts sign in without a password. */
export const passkeysModule = defineModule({
  name: 'passkeys',
  tables: { owned: ['passkeys', 'used_challenges'], read: ['users'] },
  uses: { accounts: accountsModule },
  accessCases: () => import('./access-cases.ts'),
  create,
});

async function create(platform: Platform, { accounts }: { accounts: ModuleApi<typeof accountsModule> }) {
  const { db, clock, serverKeys } = platform;
  const challenges = createPasskeyChallenges(await serverKeys.load('passkey-challenges'));
  const passkeys = createPasskeysService({ ...platform, challenges, proofs: accounts.proofs });
  return {
    api: { verify: passkeys.verify, answerOptions: passkeys.answerOptions },
    routes: (app: FastifyInstance) => passkeysRoutes(app, { passkeys }),
    workerTasks: [
      {
        name: 'passkeys.expiry',
        everyMs: EXPIRY_SWEEP_MS,
        run: async () => void (await deleteExpiredChallenges(autocommit(db), clock.now())),
      },
    ],
    portProviders: [provide(personalDataExports, listPasskeysExport)],
  };
}
