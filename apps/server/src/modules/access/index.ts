export type { AccessCase, AccessCases, ConsoleCallContext, MatrixObjects } from './access-case.ts';
export {
  type Actor,
  assertSteppedUp,
  createAccountActor,
  getAccountInView,
  getFairQueueKey,
  getViewerId,
  getVisiblePlatform,
  type LinkActor,
  type Person,
  type ScreenActor,
  type ViewedKind,
  type Viewer,
  type Viewing,
} from './actor.ts';
export { insertAuditEntry } from './audit.store.ts';
export { authorize, filterAuthorized } from './authorize.ts';
export { accessModule } from './module.ts';
export {
  ANY_SIGNED_IN,
  findLinkPolicy,
  installConsoleActions,
  listOwnerRows,
  type OwnerRow,
  type Policies,
  type Policy,
  registerAuditedTables,
  registerLinkPolicies,
  registerPolicies,
} from './policies.ts';
