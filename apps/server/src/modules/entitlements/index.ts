export { holdings } from './entitlements.ports.ts';
export type { EntitlementsService } from './entitlements.service.ts';
export { entitlementsModule } from './module.ts';
export {
  addUsage,
  deleteExpiredReservations,
  deleteReservation,
  deleteReservationsExcept,
  emptyReservation,
  extendReservation,
  findReservation,
  insertReservation,
  lockUsage,
  redeemReservation,
  sumReservations,
} from './storage-usage.store.ts';
