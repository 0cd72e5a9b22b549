export { holdings } from './entitlements.ports.ts';
export type { Entitlements } from './entitlements.rules.ts';
export { type EntitlementsService, type Held, holdAccounts } from './entitlements.service.ts';
export { entitlementsModule } from './module.ts';
export {
  addUsage,
  deleteExpiredReservations,
  deleteReservation,
  deleteReservationsExcept,
  deleteReservationsOf,
  emptyReservation,
  extendReservation,
  findReservation,
  handOverReservations,
  holdReservation,
  insertReservation,
  lockAndCountReservations,
  lockUsage,
  redeemReservation,
  releaseReservation,
  sumReservations,
} from './storage-usage.store.ts';
