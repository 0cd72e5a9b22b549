export { findDuplicate } from './known-files.read-model.ts';
export { mediaLeft } from './media.events.ts';
export { videoJob } from './media.job-types.ts';
export { assertWithin, type Reservations } from './media.reservations.ts';
export { findMediaOfFile } from './media.store.ts';
export { type MediaFace, mediaModule } from './module.ts';
