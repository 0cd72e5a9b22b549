export { organisationsModule } from './module.ts';
export {
  formerMemberInvited,
  invitationFailed,
  memberJoined,
  memberLeft,
  organisationDissolving,
  ownershipTransferred,
} from './organisations.events.ts';
export {
  accessCache,
  type FamilyPlan,
  familyPlansByUser,
  organisationUsageCounters,
  sharingContacts,
} from './organisations.ports.ts';
export {
  authorizeCreate,
  authorizeList,
  findBillingOwner,
  findOwnOrganisation,
  isOwnedBy,
  type ListOwnerScope,
  listOrganisationIds,
  listOrganisationMemberIds,
  lockMemberships,
  type OwnerScope,
  ownerAndMembersPolicy,
  selectAudience,
  selectOwnersAndMembers,
} from './owner-scope.read-model.ts';
