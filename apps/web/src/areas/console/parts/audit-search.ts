/** What the audit trail is narrowed to, and the entry that is looked at. */
export interface AuditSearch {
  /** Whose doing, by id or address. */
  actor?: string;
  /** Whose thing. */
  owner?: string;
  action?: string;
  /** What kind of thing: a table. */
  table?: string;
  /** One thing, by its id. */
  object?: string;
  /** Days, both included. */
  from?: string;
  until?: string;
  entry?: string;
}
