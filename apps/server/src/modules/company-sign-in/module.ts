import type { FastifyInstance } from 'fastify';
import { autocommit } from '../../platform/database/database.ts';
import { provide } from '../../platform/ports.ts';
import { accountsModule, personalDataExports } from '../accounts/index.ts';
import { defineModule, type ModuleApi, type Platform } from '../define-module.ts';
import { organisationsModule } from '../organisations/index.ts';
import { signInModule } from '../sign-in/index.ts';
import { createCompanyIdentitiesService } from './company-identities.service.ts';
import { deleteExpiredAnswers, listIdentitiesExport } from './company-identities.store.ts';
import { createCompanyMembership } from './company-membership.service.ts';
import { companySignInRoutes } from './company-sign-in.routes.ts';
import { createCompanySignInService } from './company-sign-in.service.ts';
import { createSealedSignIns } from './sealed-sign-ins.service.ts';

const EXPIRY_SWEEP_MS = 10 * 60_000;

/** Loaded only when a provider is configured, because its library takes 9 MB of memory. */
const loadProvider = () => import('./company-provider.service.ts');

/** Sign-in with the OpenID Connect provider of the company that runs the installation. */
export const companySignInModule = defineModule({
  name: 'company-sign-in',
  tables: { owned: ['company_identities', 'used_company_answers'], read: ['users'] },
  uses: { accounts: accountsModule, signIn: signInModule, organisations: organisationsModule },
  accessCases: () => import('./access-cases.ts'),
  create,
});

interface Uses {
  accounts: ModuleApi<typeof accountsModule>;
  signIn: ModuleApi<typeof signInModule>;
  organisations: ModuleApi<typeof organisationsModule>;
}

async function create(platform: Platform, { accounts, signIn, organisations }: Uses) {
  const { db, clock, log, serverKeys, publicUrl, oidc: settings } = platform;
  const identities = createCompanyIdentitiesService({ ...platform, accounts, settings });
  const company = createCompanySignInService({
    ...platform,
    accounts,
    signIn,
    identities,
    settings,
    provider: settings && (await loadProvider()).createCompanyProvider({ settings, publicUrl, clock, log }),
    sealed: createSealedSignIns({ key: await serverKeys.load('company-sign-in'), clock }),
    membership: createCompanyMembership({ db, log, organisations, membership: settings?.membership ?? null }),
  });
  return {
    api: {},
    routes: (app: FastifyInstance) => companySignInRoutes(app, { company, identities, browserSignIn: signIn.browserSignIn, publicUrl }),
    workerTasks: [
      {
        name: 'companySignIn.expiry',
        everyMs: EXPIRY_SWEEP_MS,
        run: async () => void (await deleteExpiredAnswers(autocommit(db), clock.now())),
      },
    ],
    portProviders: [provide(personalDataExports, listIdentitiesExport)],
  };
}
