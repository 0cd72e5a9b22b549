export { findDuplicate } from './duplicates.read-model.ts';
export { mediaRemovedFromAlbum } from './media.events.ts';
export { enqueueVideoRegeneration, getMediaJobKey, imageJob, MEDIA_JOB_KEY_PREFIX, videoJob } from './media.jobs.ts';
export { presentStreams } from './media.presenter.ts';
export { findMedia, type MediaRow } from './media.read-model.ts';
export {
  advanceMediaStatus,
  findFirstMediaOfFile,
  isInAlbum,
  listAbandonedFiles,
  listMediaOfFile,
  listRotations,
  lockAlbumsOfFile,
  lockVideo,
  markMediaFailed,
  resetFailedMedia,
} from './media.store.ts';
export { type MediaApi, mediaModule } from './module.ts';
