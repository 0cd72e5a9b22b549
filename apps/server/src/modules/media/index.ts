export { listFileOwners } from './album-contents.read-model.ts';
export {
  deleteBinnedAlbumMedia,
  deleteBinnedMedia,
  listBinnedFileOwners,
  listExpiredBinnedMedia,
  lockBinnedMedia,
  moveAlbumMediaToBin,
  type RestoredMedia,
  restoreAlbumMedia,
  restoreBinnedMedia,
} from './binned-media.store.ts';
export { findDuplicate } from './duplicates.read-model.ts';
export { mediaRemovedFromAlbum } from './media.events.ts';
export { enqueueMediaJob, enqueueVideoRegeneration, getMediaJobKey, imageJob, MEDIA_JOB_KEY_PREFIX, videoJob } from './media.jobs.ts';
export { presentPicture, presentStreams } from './media.presenter.ts';
export { findMedia, type MediaRow, PICTURE_COLUMNS } from './media.read-model.ts';
export {
  advanceMediaStatus,
  deleteAlbumMedia,
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
