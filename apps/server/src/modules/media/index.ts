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
export { isShownAsItem } from './live-photos.store.ts';
export { framingStates, mediaRemovedFromAlbum } from './media.events.ts';
export {
  documentJob,
  enqueueDocumentJob,
  enqueueLiveVideoJob,
  enqueueMediaJob,
  enqueueOfficeJob,
  enqueueVideo1080Job,
  enqueueVideoJob,
  enqueueVideoRegeneration,
  enqueueWidgetRedraw,
  getLiveVideoJobKey,
  getMediaJobKey,
  getVideo1080JobKey,
  getVideoLine,
  imageJob,
  liveVideoJob,
  MEDIA_JOB_KEY_PREFIX,
  officeJob,
  VIDEO_1080_JOB_KEY_PREFIX,
  video1080Job,
  videoJob,
  widgetJob,
} from './media.jobs.ts';
export { formatItemCount, presentPicture, presentStreams } from './media.presenter.ts';
export {
  findMedia,
  joinFirstPage,
  MEDIA_KEY,
  type MediaRow,
  PICTURE_COLUMNS,
  PICTURE_KEY,
  PICTURE_THUMBHASH,
  sortByCaptureTime,
} from './media.read-model.ts';
export type { MediaChange } from './media.service.ts';
export {
  advanceMediaStatus,
  deleteAlbumMedia,
  findAlbumIdOfMedia,
  findFirstMediaOfFile,
  findShownFile,
  groupMediaByAlbum,
  isInAlbum,
  listAbandonedFiles,
  listMediaOfFile,
  listRotations,
  lockAlbumsOfFile,
  lockVideo,
  markMediaFailed,
  resetFailedMedia,
  resetMissingPages,
  updateShownFile,
} from './media.store.ts';
export { allocatePositions } from './media-order.service.ts';
export { lockMediaOfAlbum, updateMediaAlbum } from './media-order.store.ts';
export { handleMediaRemoved } from './media-removal.service.ts';
export {
  deleteContributionsByUser,
  insertGuestContributions,
  insertMediaCopies,
  insertOwnerSearchKey,
  type MediaCopy,
  reassignContributions,
  updateMediaFiles,
} from './media-transfers.store.ts';
export { type MediaApi, mediaModule } from './module.ts';
