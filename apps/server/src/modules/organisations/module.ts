import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import {
  accountDeleting,
  accountLocks,
  accountsModule,
  createAddressLookups,
  emailVerified,
  memberships,
  personalDataExports,
} from '../accounts/index.ts';
import { defineModule, type ModuleApi, type Platform } from '../define-module.ts';
import { lockOrganisationsOfUser } from './family-locks.service.ts';
import { createInvitationAnswers } from './invitation-answers.service.ts';
import { createInvitationsService } from './invitations.service.ts';
import { listOrganisationsExport } from './members.read-model.ts';
import { membersRoutes } from './members.routes.ts';
import { createMembersService } from './members.service.ts';
import { createMembershipService } from './membership.service.ts';
import { createOrganisationLoader } from './organisation-loader.service.ts';
import {
  formerMemberInvited,
  invitationFailed,
  memberJoined,
  memberLeft,
  organisationDissolving,
  ownershipTransferred,
} from './organisations.events.ts';
import { createOrganisationNotifier } from './organisations.live.ts';
import { organisationPolicies } from './organisations.policies.ts';
import { accessCache, familyPlansByUser, organisationUsageCounters, sharingContacts } from './organisations.ports.ts';
import { selectMemberships } from './organisations.read-model.ts';
import { organisationsRoutes } from './organisations.routes.ts';
import { createOrganisationsService } from './organisations.service.ts';
import { createOwnershipService } from './ownership.service.ts';
import { createMemberSuggestions } from './people.service.ts';

export const organisationsModule = defineModule({
  name: 'organisations',
  tables: { owned: ['organisations', 'organisation_members', 'organisation_invitations', 'former_members'], read: ['users'] },
  events: [memberJoined, memberLeft, organisationDissolving, ownershipTransferred, invitationFailed, formerMemberInvited],
  ports: [familyPlansByUser, organisationUsageCounters, sharingContacts, accessCache],
  policies: organisationPolicies,
  auditedTables: { organisation: 'organisations' },
  fileReferences: [{ table: 'organisations', column: 'picture_file_id' }],
  accessCases: () => import('./access-cases.ts'),
  uses: { accounts: accountsModule },
  create,
});

function create(platform: Platform, { accounts }: { accounts: ModuleApi<typeof accountsModule> }) {
  const deps = {
    ...platform,
    proofs: accounts.proofs,
    loader: createOrganisationLoader(platform),
    notifier: createOrganisationNotifier(platform.live),
    changes: createMembershipService(platform),
    lookups: createAddressLookups(platform),
    clearAccessCache: () => platform.port(accessCache).clear(),
  };
  const invitations = createInvitationsService(deps);
  const answers = createInvitationAnswers(deps);
  const ownership = createOwnershipService(deps);
  return {
    api: {},
    routes: async (app: FastifyInstance) => {
      await app.register(organisationsRoutes, { organisations: createOrganisationsService(deps), ownership });
      await app.register(membersRoutes, {
        members: createMembersService(deps),
        invitations,
        answers,
        people: createMemberSuggestions(deps),
      });
    },
    reactions: [
      on(emailVerified, (tx, { userId, email }) => invitations.acceptInvitationsByEmail(tx, userId, email)),
      on(accountDeleting, (tx, { userId }) => ownership.handleAccountDeletion(tx, userId)),
    ],
    portProviders: [
      provide(memberships, selectMemberships),
      provide(accountLocks, lockOrganisationsOfUser),
      provide(personalDataExports, listOrganisationsExport),
    ],
  };
}
