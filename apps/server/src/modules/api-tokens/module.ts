import type { FastifyInstance } from 'fastify';
import { autocommit } from '../../platform/database/database.ts';
import { on } from '../../platform/events.ts';
import { accountsModule, credentialsChanged } from '../accounts/index.ts';
import { defineModule, type ModuleApi, type Platform } from '../define-module.ts';
import { apiTokensRoutes } from './api-tokens.routes.ts';
import { createApiTokensService } from './api-tokens.service.ts';
import { deleteExpiredTokens } from './api-tokens.store.ts';

const EXPIRY_SWEEP_MS = 3_600_000;
/** Expired tokens stay in the list for this time, so that their owner sees why a program stopped working. */
const EXPIRED_KEPT_MS = 30 * 86_400_000;

/** Tokens with which programs call the API for an account. */
export const apiTokensModule = defineModule({
  name: 'api-tokens',
  tables: { owned: ['api_tokens'], read: ['users', 'second_factors', 'second_factor_settings'] },
  uses: { accounts: accountsModule },
  accessCases: () => import('./access-cases.ts'),
  create,
});

async function create(platform: Platform, { accounts }: { accounts: ModuleApi<typeof accountsModule> }) {
  const { db, clock } = platform;
  const tokens = createApiTokensService({ ...platform, proofs: accounts.proofs });
  return {
    api: { resolve: tokens.resolve },
    routes: (app: FastifyInstance) => apiTokensRoutes(app, { tokens }),
    workerTasks: [
      {
        name: 'apiTokens.expiry',
        everyMs: EXPIRY_SWEEP_MS,
        run: async () => void (await deleteExpiredTokens(autocommit(db), new Date(clock.now().getTime() - EXPIRED_KEPT_MS))),
      },
    ],
    reactions: [on(credentialsChanged, async (tx, { userId }) => void (await tokens.revokeAll(tx, userId)))],
  };
}
