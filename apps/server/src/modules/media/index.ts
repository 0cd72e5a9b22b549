export { mediaLeft } from './media.events.ts';
export { assertWithin, type Reservations } from './media.reservations.ts';
export { findDuplicate, findMediaOfFile } from './media.store.ts';
export { type MediaFace, mediaModule } from './module.ts';
