import { z } from 'zod';
import { auditChoices, auditEntry, auditFilterQuery, auditListQuery, auditRow } from './audit.ts';
import { endpoint } from './endpoint.ts';

const sees = { access: 'console', capability: 'audit.see', tag: 'audit trail' } as const;

export const listAudit = endpoint({
  method: 'GET',
  path: '/console/audit',
  ...sees,
  query: auditListQuery,
  result: z.array(auditRow),
});

/** What the same query lists, as a CSV file, as it is read. */
export const exportAudit = endpoint({
  method: 'GET',
  path: '/console/audit/csv',
  ...sees,
  query: auditFilterQuery,
  answers: 'bytes',
});

export const listAuditChoices = endpoint({ method: 'GET', path: '/console/audit/choices', ...sees, result: auditChoices });

export const readAuditEntry = endpoint({ method: 'GET', path: '/console/audit/:id', ...sees, result: auditEntry });
