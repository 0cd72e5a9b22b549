export { type StorageBreakdown, type StorageScope, storageBreakdown, usageCounters } from './entitlements.events.ts';
export type { Entitlements } from './entitlements.rules.ts';
export { type EntitlementsService, type LockedOwner, lockAccounts } from './entitlements.service.ts';
export { entitlementsModule } from './module.ts';
export {
  addStorageUsage,
  findStorageUsage,
  lockStorageUsage,
} from './storage-usage.store.ts';
export {
  acquireReservationLease,
  deleteExpiredReservations,
  deleteReservation,
  deleteReservationsByUser,
  deleteReservationsExcept,
  extendReservation,
  findReservation,
  insertAnnouncement,
  insertReservation,
  lockAndSumReservations,
  reassignReservations,
  redeemReservation,
  releaseReservationLease,
  sumReservations,
  zeroReservation,
} from './upload-reservations.store.ts';
