import { z } from 'zod';
import { id } from './envelope.ts';
import { LIMITS } from './limits.ts';

/** A person by their id or their whole e-mail address. */
const somebody = z.string().trim().min(1).max(LIMITS.emailMax);
/** Epoch milliseconds. */
const instant = z.coerce.number<number>().int().min(0).max(8.64e15);

/** What the audit trail is narrowed to, and the file made of it. */
export const auditFilterQuery = z.object({
  /** Whose doing. */
  actor: somebody.optional(),
  /** Whose thing. */
  owner: somebody.optional(),
  action: z.string().min(1).max(100).optional(),
  /** What kind of thing: a table. */
  table: z
    .string()
    .regex(/^[a-z_]{1,63}$/)
    .optional(),
  /** One thing, by its id. */
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

/** An account that is gone has neither name nor address. */
const auditPerson = z.object({ _id: z.string(), name: z.string().nullable(), email: z.string().nullable() });

export const auditRow = z
  .object({
    _id: z.string(),
    createdAt: z.string(),
    actor: auditPerson,
    /** Null for what belongs to nobody. */
    owner: auditPerson.nullable(),
    action: z.string(),
    /** Null where no row of a table was changed. */
    table: z.string().nullable(),
    objectIds: z.array(z.string()),
    /** Of the first object, as far as it has one: its name, or its question. */
    objectName: z.string().nullable(),
  })
  .meta({ id: 'AuditRow' });
export type AuditRow = z.infer<typeof auditRow>;

const columns = z.record(z.string(), z.unknown());
/** By object, what differs of it: column and value. Null for one that is there and where nothing differs. */
const rows = z.record(z.string(), columns.nullable());

/** GET /console/audit/{id}. */
export const auditEntry = auditRow
  .extend({
    before: rows,
    after: rows,
    /** What the rows themselves do not say. */
    detail: columns,
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryDetails = z.infer<typeof auditEntry>;

/** What the filters offer: all that occur in the trail. */
export const auditChoices = z.object({ actions: z.array(z.string()), tables: z.array(z.string()) });
