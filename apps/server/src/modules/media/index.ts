export { findDuplicate } from './duplicates.read-model.ts';
export { mediaRemovedFromAlbum } from './media.events.ts';
export { videoJob } from './media.jobs.ts';
export { findFirstMediaOfFile } from './media.store.ts';
export { type MediaApi, mediaModule } from './module.ts';
