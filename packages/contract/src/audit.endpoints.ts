import { z } from 'zod';
import { auditChoices, auditEntry, auditFilterQuery, auditListQuery, auditRow } from './audit.ts';
import { endpoint } from './endpoint.ts';

const sees = { access: 'console', capability: 'audit.see', tag: 'audit trail' } as const;

export const listAudit = endpoint({
  method: 'GET',
  path: '/console/audit',
  summary: 'Lists the entries of the audit trail, newest first.',
  errors: [],
  ...sees,
  query: auditListQuery,
  result: z.array(auditRow),
});

export const exportAudit = endpoint({
  method: 'GET',
  path: '/console/audit/csv',
  summary: 'Exports the matching entries of the audit trail as a CSV file.',
  errors: [],
  ...sees,
  query: auditFilterQuery,
  answers: 'bytes',
});

export const listAuditChoices = endpoint({
  method: 'GET',
  path: '/console/audit/choices',
  summary: 'Lists the values by which the audit trail can be filtered.',
  errors: [],
  ...sees,
  result: auditChoices,
});

export const readAuditEntry = endpoint({
  method: 'GET',
  path: '/console/audit/:id',
  summary: 'Returns one entry of the audit trail with the values before and after the change.',
  errors: [],
  ...sees,
  result: auditEntry,
});
