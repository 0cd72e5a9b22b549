export type { AccessCase, AccessCases, ConsoleTrial, MatrixObjects } from './access-cases.ts';
export {
  type Actor,
  type LinkActor,
  type Person,
  type ScreenActor,
  turnsOf,
  type ViewedKind,
  type Viewer,
  type Viewing,
  viewerIdOf,
} from './actor.ts';
export { insertAuditEntry } from './audit.store.ts';
export { authorize, authorizeSome } from './authorize.ts';
export { accessModule } from './module.ts';
export {
  type ConsoleActions,
  EVERYBODY,
  installAudited,
  installConsoleActions,
  installLinkPolicies,
  installPolicies,
  linkPolicyOf,
  listOwned,
  type Owned,
  type Policies,
  type Policy,
} from './policies.ts';
export { platformSeenBy } from './standing.ts';
