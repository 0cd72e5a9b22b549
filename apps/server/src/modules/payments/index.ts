export { atBank } from './at-bank.ts';
export type { BankCustomers } from './bank-customers.ts';
export { paymentsModule } from './module.ts';
export { type BankObject, bankObjects } from './payments.ports.ts';
