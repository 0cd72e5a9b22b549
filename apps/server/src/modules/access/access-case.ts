import type { Database } from '../../platform/database/database.ts';

/**
 * Rows of the access matrix: every route against every kind of actor. A route belongs to a kind, a kind decides the answer for
 * each actor; a route that is in no kind fails the matrix, so that a new one is decided on purpose.
 */

/** Ids of what the matrix's `user` has, by the name that the owner of the thing gave it (`albumId`). */
export type MatrixObjects = Readonly<Record<string, string>>;

export type AccessKind =
  /** Needs nobody. */
  | 'public'
  /** About whoever asks: no id of anybody else in it. */
  | 'self'
  /** Reads something of `user`. Staff have to view the account. */
  | 'read'
  /** Changes something of `user`. Staff have to view the account, and support may not. */
  | 'write'
  /** Reads something of `user` that the console shows as well, such as an order. */
  | 'consoleAndOwnRead'
  /** Changes something of `user` that the console changes as well, such as a name. */
  | 'consoleAndOwnWrite'
  /** Of the installation, for administrators and support. */
  | 'administratorRead'
  /** Of the console: who may is what the route's capability says. */
  | 'console'
  /** Not even administrators. */
  | 'ownOnly'
  /** A screen's secret opens it; no person's session does. */
  | 'screen';

export interface AccessCase {
  kind: AccessKind;
  /** The address without /api, with `{albumId}` for an object's id. */
  url: string;
  /** As it is sent, with the same placeholders in its texts. */
  body?: unknown;
  /** There is no such object, so that `through` means 404 here for everybody with a session. */
  isAbsent?: boolean;
  /** What a member gets of what is the family's of `user`, where it is not what `user` gets. */
  member?: 403 | 404;
  /** The answer to an administrator in consent mode whose view has no permission. */
  unpermitted?: 403;
  /** What it names is the own platform's: the partner's administrators get 404. */
  isOwnPlatformOnly?: boolean;
  /** For what changes something in the console: makes what is changed, and answers what is sent then. It must be in the audit trail. */
  change?: (trial: ConsoleCallContext) => Promise<{ url: string; body?: object }>;
  /** Why a changing route of the console leaves nothing in the audit trail. */
  skipsAuditTrail?: string;
  /** What is changed is no row of ours with an id: the entry of the audit trail says in its detail which thing it was. */
  hasNoAuditedRow?: true;
  /** Ends the session of whoever asks, and so comes after all others. */
  runsLast?: boolean;
}

/** What a route of the console is tried with, to see that what it changes is in the audit trail. */
export interface ConsoleCallContext {
  /** Calls the API as the super-admin whose trail is looked at, and answers the result. */
  call: <Result = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => Promise<Result>;
  db: Database;
  /** Somebody who is no administrator and has a paid order of a poster. */
  userId: string;
  orderId: string;
  /** Key of a picture that the super-admin uploaded. */
  pictureKey: string;
}

/** By method and declared route: `GET /api/albums/:userId`. */
export type AccessCases = Readonly<Record<string, AccessCase>>;
