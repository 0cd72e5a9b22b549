import type { FastifyInstance } from 'fastify';
import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import {
  accountDeleting,
  accountHolds,
  accountsModule,
  createAddressLookups,
  emailVerified,
  memberships,
  personalData,
} from '../accounts/index.ts';
import { defineModule, type FaceOf, type Platform } from '../define-module.ts';
import { createFamilyChanges } from './family-changes.ts';
import { createInvitationAnswers } from './invitation-answers.service.ts';
import { createInvitationsService } from './invitations.service.ts';
import { lockFamiliesOf } from './locked-families.ts';
import { exportFamilies } from './members.read-model.ts';
import { membersRoutes } from './members.routes.ts';
import { createMembersService } from './members.service.ts';
import {
  formerMemberInvited,
  invitationEnded,
  memberJoined,
  memberLeft,
  organisationDissolving,
  organisationHandedOver,
} from './organisations.events.ts';
import { createOrganisationNudges } from './organisations.nudges.ts';
import { organisationPolicies } from './organisations.policies.ts';
import { acquaintances, familyPlans, grants, organisationHoldings } from './organisations.ports.ts';
import { membershipsOf } from './organisations.read-model.ts';
import { organisationsRoutes } from './organisations.routes.ts';
import { createOrganisationsService } from './organisations.service.ts';
import { createOrganisationViewing } from './organisations.viewing.ts';
import { createOwnershipService } from './ownership.service.ts';
import { createPeopleService } from './people.service.ts';

export const organisationsModule = defineModule({
  name: 'organisations',
  tables: { owned: ['organisations', 'organisation_members', 'organisation_invitations', 'former_members'], read: ['users'] },
  events: [memberJoined, memberLeft, organisationDissolving, organisationHandedOver, invitationEnded, formerMemberInvited],
  ports: [familyPlans, organisationHoldings, acquaintances, grants],
  policies: organisationPolicies,
  audited: { organisation: 'organisations' },
  holdsFiles: [{ table: 'organisations', column: 'picture_file_id' }],
  accessCases: () => import('./organisations.access-cases.ts'),
  uses: { accounts: accountsModule },
  create,
});

function create(platform: Platform, { accounts }: { accounts: FaceOf<typeof accountsModule> }) {
  const deps = {
    ...platform,
    proofs: accounts.proofs,
    viewing: createOrganisationViewing(platform),
    nudges: createOrganisationNudges(platform.live),
    changes: createFamilyChanges(platform),
    lookups: createAddressLookups(platform),
    forgetGrants: () => platform.port(grants).forget(),
  };
  const invitations = createInvitationsService(deps);
  const answers = createInvitationAnswers(deps);
  const ownership = createOwnershipService(deps);
  return {
    face: {},
    routes: async (app: FastifyInstance) => {
      await app.register(organisationsRoutes, { organisations: createOrganisationsService(deps), ownership });
      await app.register(membersRoutes, { members: createMembersService(deps), invitations, answers, people: createPeopleService(deps) });
    },
    reactions: [
      on(emailVerified, (tx, { userId, email }) => invitations.joinInvited(tx, userId, email)),
      on(accountDeleting, (tx, { userId }) => ownership.removeOfAccount(tx, userId)),
    ],
    provides: [provide(memberships, membershipsOf), provide(accountHolds, lockFamiliesOf), provide(personalData, exportFamilies)],
  };
}
