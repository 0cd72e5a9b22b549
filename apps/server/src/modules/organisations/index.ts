export { organisationsModule } from './module.ts';
export {
  accessCache,
  type FamilyPlan,
  familyPlansByUser,
  formerMemberInvited,
  invitationFailed,
  memberJoined,
  memberLeft,
  organisationDissolving,
  organisationUsageCounters,
  ownershipTransferred,
  sharingContacts,
} from './organisations.events.ts';
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
