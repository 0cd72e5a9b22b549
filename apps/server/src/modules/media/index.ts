export { findDuplicate } from './known-files.read-model.ts';
export { mediaRemovedFromAlbum } from './media.events.ts';
export { videoJob } from './media.job-types.ts';
export { assertWithinReservation, type StorageReservations } from './media.reservations.ts';
export { findFirstMediaOfFile } from './media.store.ts';
export { type MediaApi, mediaModule } from './module.ts';
