import { defineModule } from '../define-module.ts';

export const accessModule = defineModule({ name: 'access', tables: { owned: ['audit_entries'], read: [] } });
