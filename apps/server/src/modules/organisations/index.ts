export { organisationsModule } from './module.ts';
export {
  audienceOf,
  authorizeList,
  authorizeNew,
  belongsTo,
  listOrganisationIds,
  listOrganisationMembers,
  type OwnerScope,
  ownersOf,
  peopleOf,
} from './owner-scope.ts';
