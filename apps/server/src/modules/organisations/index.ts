export { organisationsModule } from './module.ts';
export {
  formerMemberInvited,
  invitationEnded,
  memberJoined,
  memberLeft,
  organisationDissolving,
  organisationHandedOver,
} from './organisations.events.ts';
export {
  acquaintances,
  type FamilyPlan,
  familyPlans,
  grants,
  organisationHoldings,
} from './organisations.ports.ts';
export {
  audienceOf,
  authorizeList,
  authorizeNew,
  belongsTo,
  findOwnOrganisation,
  findPayer,
  holdMemberships,
  type ListScope,
  listOrganisationIds,
  listOrganisationMembers,
  type OwnerScope,
  ownersOf,
  peopleOf,
} from './owner-scope.ts';
