import { CONSOLE_ROLES, type ConsoleRole, listRolesWith } from '@vitrine/contract/capabilities';
import { ACCOUNT_SCOPES, CONSOLE_SCOPES } from '@vitrine/contract/scopes';
import type { AccessCase } from '../modules/access/index.ts';
import type { DeclaredRoute } from '../plugins/access-gate.ts';
import { MODULES } from '../wiring.ts';
import { collectAccessCases } from './access-cases.ts';

type Outcome = 'allowed' | 401 | 403 | 404;
export const ACTORS = [
  'anonymous',
  'user',
  'member',
  'formerMember',
  'otherUser',
  'otherOwner',
  'otherMember',
  'admin',
  'superAdmin',
  'support',
  'partnerAdmin',
  'partnerSupport',
  'adminViewing',
  'supportViewing',
  'adminPermitted',
  'adminUnpermitted',
  'host',
  'advUser',
  'disabled',
  'unverified',
  'expired',
] as const;
export type ActorName = (typeof ACTORS)[number];
export type Row = Record<ActorName, Outcome>;

/** A row in which actors without a session get 401 and the others the first outcome, apart from exceptions. */
const row = (others: Outcome, exceptions: Partial<Row>): Row => ({
  ...(Object.fromEntries(ACTORS.map((actor) => [actor, others])) as Row),
  anonymous: 401,
  disabled: 401,
  unverified: 401,
  expired: 401,
  ...exceptions,
});
const allAllowed = Object.fromEntries(ACTORS.map((actor) => [actor, 'allowed'])) as Row;

/** The actors of each console role, including those that view an account, with and without consent mode. */
const STAFF = {
  superAdmin: ['superAdmin'],
  admin: ['admin', 'adminViewing', 'adminPermitted', 'adminUnpermitted'],
  support: ['support', 'supportViewing'],
  partnerAdmin: ['partnerAdmin'],
  partnerSupport: ['partnerSupport'],
} satisfies Record<ConsoleRole, ActorName[]>;
export const STAFF_ACTORS: readonly ActorName[] = Object.values(STAFF).flat();
const forStaff = (roles: readonly ConsoleRole[]): Partial<Row> =>
  Object.fromEntries(roles.flatMap((role) => STAFF[role]).map((actor) => [actor, 'allowed']));

export const KINDS = {
  public: allAllowed,
  self: row('allowed', {}),
  read: row(404, { user: 'allowed', adminViewing: 'allowed', adminPermitted: 'allowed', supportViewing: 'allowed' }),
  write: row(404, { user: 'allowed', adminViewing: 'allowed', adminPermitted: 'allowed' }),
  consoleAndOwnRead: row(404, { user: 'allowed', ...forStaff(['superAdmin', 'admin', 'support']) }),
  consoleAndOwnWrite: row(404, { user: 'allowed', ...forStaff(['superAdmin', 'admin']) }),
  administratorRead: row(404, forStaff(CONSOLE_ROLES)),
  ownOnly: row(404, { user: 'allowed' }),
  screen: Object.fromEntries(ACTORS.map((actor) => [actor, 401])) as Row,
} satisfies Record<Exclude<AccessCase['kind'], 'console'>, Row>;

/** Returns the expected response for each actor. For console routes it follows from the capability of the route. */
export function getRow(name: string, { kind, isOwnPlatformOnly, unpermitted }: AccessCase, routes: readonly DeclaredRoute[]): Row {
  if (kind !== 'console') return KINDS[kind];
  const capability = routes.find(({ method, url }) => `${method} ${url}` === name)?.capability;
  if (!capability) throw new Error(`${name} has no capability`);
  const allowed = listRolesWith(capability).filter((role) => !(isOwnPlatformOnly && role.startsWith('partner')));
  return row(404, { ...forStaff(allowed), ...(unpermitted && { adminUnpermitted: unpermitted }) });
}

/** Programs with API tokens: the actor whose account the token belongs to, and the token's scopes. */
export const TOKEN_ACTORS = {
  userToken: { account: 'user', scopes: ACCOUNT_SCOPES },
  narrowToken: { account: 'user', scopes: ['albums:read'] },
  otherUserToken: { account: 'otherUser', scopes: ACCOUNT_SCOPES },
  adminToken: { account: 'admin', scopes: [...ACCOUNT_SCOPES, ...CONSOLE_SCOPES] },
} as const satisfies Record<string, { account: ActorName; scopes: readonly string[] }>;
export type TokenActor = keyof typeof TOKEN_ACTORS;

/** Returns the expected response to a token: that to its account where the token has the scope of the route, and 403 otherwise. */
export function getTokenOutcome(actor: TokenActor, expectedRow: Row, { access, capability, scope }: DeclaredRoute): Outcome {
  const { account, scopes } = TOKEN_ACTORS[actor];
  const outcome = expectedRow[account];
  if (access === 'public' || access === 'screen') return outcome;
  // Without the capability, the route of the console does not exist.
  if (capability && outcome === 404) return 404;
  return scope !== undefined && (scopes as readonly string[]).includes(scope) ? outcome : 403;
}

/** Returns the expected response for objects of a family that `user` owns. Members have the rights of `user`; former members have none. */
export const getFamilyRow = (name: string, entry: AccessCase, routes: readonly DeclaredRoute[]): Row => {
  const ownRow = getRow(name, entry, routes);
  return entry.kind === 'console' ? ownRow : { ...ownRow, member: entry.member ?? 'allowed' };
};

/** Matches placeholders of objects that can belong to a family. */
export const OBJECT_PLACEHOLDER =
  /\{(albumId|otherAlbumId|mediaId|fileKey|playlistId|deviceId|tagId|publishId|waitingPublishId|removalId|changeId)\}/;
export const usesFamilyId = (entry: AccessCase) => JSON.stringify(entry).includes('{orgId}');

/** All cases by method and path. */
export const cases = await collectAccessCases(MODULES);
/** Cases that end the session of an actor come last. */
export const caseNames = Object.keys(cases).toSorted((a, b) => Number(cases[a]?.runsLast ?? false) - Number(cases[b]?.runsLast ?? false));

export function getCase(name: string): AccessCase {
  const entry = cases[name];
  if (!entry) throw new Error(`No case ${name}`);
  return entry;
}
