import type { Database } from '../../platform/database/database.ts';

/**
 * Rows of the access matrix: every route against every kind of actor. Each route has a kind, which determines the response to
 * each actor. A route without a kind fails the test, so the access to a new route is always decided on purpose.
 */

/** Ids of the objects of the matrix's `user`, by a name that the object's module chose (`albumId`). */
export type MatrixObjects = Readonly<Record<string, string>>;

export type AccessKind =
  /** Needs no session. */
  | 'public'
  /** Concerns the caller only and contains no other account's id. */
  | 'self'
  /** Reads data of `user`. Staff must view the account first. */
  | 'read'
  /** Changes data of `user`. Administrators must view the account first; support may not. */
  | 'write'
  /** Reads data of `user` that the console shows as well, such as an order. */
  | 'consoleAndOwnRead'
  /** Changes data of `user` that the console can change as well, such as the name. */
  | 'consoleAndOwnWrite'
  /** Concerns the installation, for administrators and support. */
  | 'administratorRead'
  /** Belongs to the console; the route's capability decides who may call it. */
  | 'console'
  /** Accessible to `user` only, not even to administrators. */
  | 'ownOnly'
  /** Requires a screen's secret; sessions of accounts are refused. */
  | 'screen';

export interface AccessCase {
  kind: AccessKind;
  /** URL without /api, with placeholders such as `{albumId}` for the ids of objects. */
  url: string;
  /** Request body, with the same placeholders in its strings. */
  body?: unknown;
  /** The object does not exist, so every signed-in actor who passes the check receives 404. */
  isAbsent?: boolean;
  /** Response to a member for an object of `user`'s family, when it differs from the response to `user`. */
  member?: 403 | 404;
  /** Response to an administrator whose view of the account has not been permitted, when consent is required. */
  unpermitted?: 403;
  /** The object belongs to the main platform: the partner's administrators get 404. */
  isOwnPlatformOnly?: boolean;
  /** For routes that change data in the console: creates the object to change and returns the request. The change must be audited. */
  change?: (trial: ConsoleCallContext) => Promise<{ url: string; body?: object }>;
  /** Reason why a console route that changes data writes no audit entry. */
  skipsAuditTrail?: string;
  /** The changed object has no row with an id; the audit entry identifies it in its detail. */
  hasNoAuditedRow?: true;
  /** Ends the caller's session, so it runs after all other cases. */
  runsLast?: boolean;
}

/** Data for calling a console route, to check that its change is in the audit trail. */
export interface ConsoleCallContext {
  /** Calls the API as the super-admin whose audit entries are checked, and returns the result. */
  call: <Result = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => Promise<Result>;
  db: Database;
  /** An ordinary account with a paid poster order. */
  userId: string;
  orderId: string;
  /** Key of a picture that the super-admin uploaded. */
  pictureKey: string;
}

/** Keyed by method and declared route: `GET /api/albums/:userId`. */
export type AccessCases = Readonly<Record<string, AccessCase>>;
