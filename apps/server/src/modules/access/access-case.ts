import type { Database } from '../../platform/database/database.ts';

/**
 * Rows of the access matrix: every route against every kind of actor. A route belongs to a kind, a kind decides the answer for
 * each actor; a route that is in no kind fails the matrix, so that a new one is decided on purpose.
 */

/** Ids of the objects of the matrix's `user`, by a name that the object's module chose (`albumId`). */
export type MatrixObjects = Readonly<Record<string, string>>;

export type AccessKind =
  /** Needs no session. */
  | 'public'
  /** Concerns the caller only and contains no other account's id. */
  | 'self'
  /** Reads something of `user`. Staff have to view the account. */
  | 'read'
  /** Changes something of `user`. Staff have to view the account, and support may not. */
  | 'write'
  /** Reads something of `user` that the console shows as well, such as an order. */
  | 'consoleAndOwnRead'
  /** Changes something of `user` that the console changes as well, such as a name. */
  | 'consoleAndOwnWrite'
  /** Concerns the installation, for administrators and support. */
  | 'administratorRead'
  /** Belongs to the console; the route's capability decides who may call it. */
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
  /** The object does not exist, so that `through` means 404 for every signed-in actor. */
  isAbsent?: boolean;
  /** Response to a member for an object of `user`'s family, when it differs from the response to `user`. */
  member?: 403 | 404;
  /** The answer to an administrator in consent mode whose view has no permission. */
  unpermitted?: 403;
  /** The object belongs to the main platform: the partner's administrators get 404. */
  isOwnPlatformOnly?: boolean;
  /** For what changes something in the console: makes what is changed, and answers what is sent then. It must be in the audit trail. */
  change?: (trial: ConsoleCallContext) => Promise<{ url: string; body?: object }>;
  /** Why a changing route of the console leaves nothing in the audit trail. */
  skipsAuditTrail?: string;
  /** The changed object has no row with an id; the audit entry identifies it in its detail. */
  hasNoAuditedRow?: true;
  /** Ends the caller's session, so it runs after all other cases. */
  runsLast?: boolean;
}

/** Data for calling a console route, to check that its change is in the audit trail. */
export interface ConsoleCallContext {
  /** Calls the API as the super-admin whose trail is looked at, and answers the result. */
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
