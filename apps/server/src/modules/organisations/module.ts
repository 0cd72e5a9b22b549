import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import type { OwnerRow, Policies, Policy } from '../access/index.ts';
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
import { createDirectoryMembership } from './directory-membership.service.ts';
import { lockOrganisationsOfUser } from './family-locks.service.ts';
import { createInvitationAnswers } from './invitation-answers.service.ts';
import { createInvitationsService } from './invitations.service.ts';
import { listOrganisationsExport } from './members.read-model.ts';
import { membersRoutes } from './members.routes.ts';
import { createMemberSuggestions, createMembersService } from './members.service.ts';
import { createMembershipService } from './membership.service.ts';
import { createOrganisationLoader } from './organisation-loader.service.ts';
import {
  accessCache,
  familyPlansByUser,
  formerMemberInvited,
  invitationFailed,
  memberJoined,
  memberLeft,
  organisationDissolving,
  organisationLocks,
  organisationUsageCounters,
  ownershipTransferred,
  sharingContacts,
} from './organisations.events.ts';
import { createOrganisationNotifier } from './organisations.live.ts';
import { selectMemberships } from './organisations.read-model.ts';
import { organisationsRoutes } from './organisations.routes.ts';
import { createOrganisationsService } from './organisations.service.ts';
import { createOwnershipService } from './ownership.service.ts';

declare module '../access/policies.ts' {
  interface Actions {
    /** The organisation and its members. */
    'organisation.read': true;
    'organisation.invitations.read': true;
    /** Its name and picture, who is in it, whose it is, and its end. */
    'organisation.manage': true;
  }
}

const membersPolicy =
  (sufficing: RawBuilder<boolean>): Policy =>
  (ids) =>
    sql<OwnerRow>`select org_id as id, user_id as "ownerId" from organisation_members where org_id = any(${ids}::uuid[]) and ${sufficing}`;

const ownerPolicy = membersPolicy(sql<boolean>`org_role = 'owner'`);

export const organisationPolicies: Policies = {
  'organisation.read': membersPolicy(sql<boolean>`true`),
  'organisation.invitations.read': ownerPolicy,
  'organisation.manage': ownerPolicy,
};

export const organisationsModule = defineModule({
  name: 'organisations',
  tables: { owned: ['organisations', 'organisation_members', 'organisation_invitations', 'former_members'], read: ['users'] },
  events: [memberJoined, memberLeft, organisationDissolving, ownershipTransferred, invitationFailed, formerMemberInvited],
  ports: [familyPlansByUser, organisationLocks, organisationUsageCounters, sharingContacts, accessCache],
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
    api: { followDirectory: createDirectoryMembership(deps).follow },
    routes: async (app: FastifyInstance) => {
      await organisationsRoutes(app, { organisations: createOrganisationsService(deps), ownership });
      await membersRoutes(app, {
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
