export { translateBankErrors } from './at-bank.ts';
export type { BankCustomersService } from './bank-customers.ts';
export { paymentsModule } from './module.ts';
export { bankObjectChanged, type ChangedBankObject } from './payments.ports.ts';
