export { type StorageBreakdown, type StorageScope, storageBreakdown, usageCounters } from './entitlements.events.ts';
export type { Entitlements } from './entitlements.rules.ts';
export { type EntitlementsService, type LockedOwner, lockAccounts } from './entitlements.service.ts';
export { entitlementsModule } from './module.ts';
export {
  acquireReservationLease,
  addStorageUsage,
  convertReservationToUsage,
  deleteExpiredReservations,
  deleteReservation,
  deleteReservationsByUser,
  deleteReservationsExcept,
  extendReservation,
  findReservation,
  insertReservation,
  lockAndCountReservations,
  lockStorageUsage,
  reassignReservations,
  releaseReservationLease,
  sumReservations,
  zeroReservation,
} from './storage-usage.store.ts';
