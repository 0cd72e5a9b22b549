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
  /** Reads something of `user`. */
  | 'read'
  /** Changes something of `user`. */
  | 'write'
  /** Of the installation, for administrators and support. */
  | 'administratorRead'
  /** Of the installation, for administrators alone. */
  | 'administratorWrite'
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
  /** Ends the session of whoever asks, and so comes after all others. */
  isLast?: boolean;
}

/** By method and declared route: `GET /api/albums/:userId`. */
export type AccessCases = Readonly<Record<string, AccessCase>>;
