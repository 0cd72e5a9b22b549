export type { BankCustomersService } from './bank-customers.service.ts';
export { translateBankErrors } from './bank-errors.ts';
export { paymentsModule } from './module.ts';
export { bankObjectChanged, type ChangedBankObject } from './payments.events.ts';
