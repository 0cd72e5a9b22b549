import type { Capability } from '@vitrine/contract/capabilities';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** Somebody who may do a thing with an object. */
export interface OwnerRow {
  id: string;
  ownerId: string;
  /** May do this one thing, but the object is another's: an organisation's member, somebody it is shared with. */
  isGuest?: boolean;
}

/** For what is anybody's who is signed in. */
export const ANY_SIGNED_IN = '*';

/** A query for the owners of these objects, as one action sees them. */
export type Policy = (ids: string[]) => RawBuilder<OwnerRow>;

/** What may be asked. Each module adds its own actions beside its policies, by `declare module`. */
export interface Actions {}
export type Action = keyof Actions;
export type Policies = Partial<Record<Action, Policy>>;

const policyByAction = new Map<string, Policy>();

/** The policies of all modules. They hold no state, so that all servers of a process share them. */
export function registerPolicies(policies: Policies): void {
  for (const [action, policy] of Object.entries(policies)) policyByAction.set(action, policy);
}

const linkPolicyByAction = new Map<string, Policy>();

/** What links open: queries that give the link's id as the owner. What is not among them no link opens. */
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

/** By the first word of an action, the table of what it is done to. */
export function registerAuditedTables(audited: Readonly<Record<string, string>>): void {
  for (const [word, table] of Object.entries(audited)) tableBySubject.set(word, table);
}

export const findAuditedTable = (action: Action): string | undefined => tableBySubject.get(action.split('.')[0] ?? '');

export function getPolicy(action: Action): Policy {
  const policy = policyByAction.get(action);
  if (!policy) throw new Error(`No module has a policy for '${String(action)}'`);
  return policy;
}

export const listOwnerRows = async (db: Db, owned: RawBuilder<OwnerRow>): Promise<OwnerRow[]> => (await owned.execute(db)).rows;

/** Whether every one of so many is this person's, or everybody's. Counted in the database: thousands of rows take the driver far longer. */
export async function ownsAll(db: Db, userId: string, owned: RawBuilder<OwnerRow>, size: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct id) as count from (${owned}) as owned where "ownerId"::text in (${userId}, ${ANY_SIGNED_IN})`.execute(db);
  return rows[0]?.count === size;
}
