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
  holdReservation,
  insertReservation,
  lockUsage,
  redeemReservation,
  releaseReservation,
  sumReservations,
} from './storage-usage.store.ts';
