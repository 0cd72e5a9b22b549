import type { Capability } from '@vitrine/contract/capabilities';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** An account that may perform an action on an object. A query returns one row per account and object. */
export interface OwnerRow {
  id: string;
  ownerId: string;
  /** True when the object belongs to another account, for example for members of an organisation and people it is shared with. */
  isGuest?: boolean;
}

/** Value of `ownerId` for objects that every signed-in account may use. */
export const ANY_SIGNED_IN = '*';

/** Builds the query for the accounts that may perform one action on these objects. */
export type Policy = (ids: string[]) => RawBuilder<OwnerRow>;

/** The actions that can be authorized. Each module adds its own next to its policies, by `declare module`. */
export interface Actions {}
export type Action = keyof Actions;
export type Policies = Partial<Record<Action, Policy>>;

const policyByAction = new Map<string, Policy>();

/** Registers the policies of a module. They are stateless, so all servers of a process share them. */
export function registerPolicies(policies: Policies): void {
  for (const [action, policy] of Object.entries(policies)) policyByAction.set(action, policy);
}

const linkPolicyByAction = new Map<string, Policy>();

/** Registers the policies of album links: queries that return the link's id as `ownerId`. A link permits no other action. */
export function registerLinkPolicies(policies: Policies): void {
  for (const [action, policy] of Object.entries(policies)) linkPolicyByAction.set(action, policy);
}

export const findLinkPolicy = (action: Action): Policy | undefined => linkPolicyByAction.get(action);

/** Actions on another account that the console offers without viewing that account, with the capability each one needs. */
export type ConsoleActions = Partial<Record<Action, Capability>>;

const consoleActions = new Map<string, Capability>();

/** Registers the console's actions of a module. */
export function installConsoleActions(actions: ConsoleActions): void {
  for (const [action, capability] of Object.entries(actions)) consoleActions.set(action, capability);
}

export const capabilityFor = (action: Action): Capability | undefined => consoleActions.get(action);

const tableBySubject = new Map<string, string>();

/** Registers the table of the affected objects for the first word of each action (`album` in `album.update`). */
export function registerAuditedTables(audited: Readonly<Record<string, string>>): void {
  for (const [subject, table] of Object.entries(audited)) tableBySubject.set(subject, table);
}

export const findAuditedTable = (action: Action): string | undefined => tableBySubject.get(action.split('.')[0] ?? '');

export function getPolicy(action: Action): Policy {
  const policy = policyByAction.get(action);
  if (!policy) throw new Error(`No module has a policy for '${String(action)}'`);
  return policy;
}

export const listOwnerRows = async (db: Db, owned: RawBuilder<OwnerRow>): Promise<OwnerRow[]> => (await owned.execute(db)).rows;

/**
 * Returns true when all of these objects belong to this account or to everyone. The database counts them, because returning thousands of rows takes far
 * longer.
 */
export async function ownsAll(db: Db, userId: string, owned: RawBuilder<OwnerRow>, size: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct id) as count from (${owned}) as owned where "ownerId"::text in (${userId}, ${ANY_SIGNED_IN})`.execute(db);
  return rows[0]?.count === size;
}
