export type { BankPricesService } from './bank-prices.service.ts';
export { plansModule } from './module.ts';
export { findCurrentPrice, findPlanByName, findPrice, findPurchasablePrice, type PlanPriceRow } from './plans.read-model.ts';
export { assertOfferUnchanged } from './plans.rules.ts';
