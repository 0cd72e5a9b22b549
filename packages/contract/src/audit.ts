import { z } from 'zod';
import { id } from './envelope.ts';
import { LIMITS } from './limits.ts';

/** A person by their id or their whole e-mail address. */
const somebody = z.string().trim().min(1).max(LIMITS.emailMax);
/** Epoch milliseconds. */
const instant = z.coerce.number<number>().int().min(0).max(8.64e15);

/** Filters of the audit trail and of its CSV file. */
export const auditFilterQuery = z.object({
  /** Account that made the change. */
  actor: somebody.optional(),
  /** Account that owns the changed object. */
  owner: somebody.optional(),
  action: z.string().min(1).max(100).optional(),
  /** Kind of the changed object, as a table name. */
  table: z
    .string()
    .regex(/^[a-z_]{1,63}$/)
    .optional(),
  /** Id of one object. */
  object: id.optional(),
  /** Both ends included. */
  from: instant.optional(),
  until: instant.optional(),
});
export type AuditFilter = z.infer<typeof auditFilterQuery>;

/** GET /console/audit: the newest first, behind the entry `after`. */
export const auditListQuery = auditFilterQuery.extend({
  after: id.optional(),
  dataPerPage: z.coerce.number<number>().int().min(1).max(100).default(20),
});

/** Name and email are null for a deleted account. */
const auditPerson = z.object({ _id: z.string(), name: z.string().nullable(), email: z.string().nullable() });

export const auditRow = z
  .object({
    _id: z.string(),
    createdAt: z.string(),
    actor: auditPerson,
    /** Null for objects without an owner. */
    owner: auditPerson.nullable(),
    action: z.string(),
    /** Null where no row of a table was changed. */
    table: z.string().nullable(),
    objectIds: z.array(z.string()),
    /** Name or question of the first object, if it has one. */
    objectName: z.string().nullable(),
  })
  .meta({ id: 'AuditRow' });
export type AuditRow = z.infer<typeof auditRow>;

const columns = z.record(z.string(), z.unknown());
/** Changed columns and their values, by object. Null for an existing object without changes. */
const rows = z.record(z.string(), columns.nullable());

/** GET /console/audit/{id}. */
export const auditEntry = auditRow
  .extend({
    before: rows,
    after: rows,
    /** Details that the rows do not contain. */
    detail: columns,
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryDetails = z.infer<typeof auditEntry>;

/** Values of the filters: all that occur in the audit trail. */
export const auditChoices = z.object({ actions: z.array(z.string()), tables: z.array(z.string()) });
