export type { ContentDerivative, InsertedContent, NewContent, StoredContent } from './content-files.service.ts';
export type { DerivativesService, MadeFile } from './derivatives.service.ts';
export {
  addNameDate,
  clearEmbeddedVideo,
  type FileWithoutMetadata,
  listFilesWithoutMetadata,
  markMetadataUnavailable,
  toLivePhotoColumns,
  toMetadataColumns,
  updateMetadata,
} from './file-metadata.store.ts';
export { deleteFileBytes } from './file-removal.service.ts';
export { hashFile, writeStreamToFile } from './file-writer.ts';
export {
  COLOURS_RECIPE,
  type DerivativeRole,
  getDerivativeKey,
  getDevelopedFormat,
  getDownloadName,
  getExtension,
  getOriginalKey,
  getRegeneratedKey,
  getScreenBox,
  getTitle,
  hdBox,
  isLargerThanHd,
  isOfficeFile,
  isPicture,
  isSlowToDecode,
  MP4_ALONE_RECIPE,
  RENDER_VERSIONS,
  sanitizeFileName,
} from './files.rules.ts';
export {
  deleteOriginals,
  type FileRow,
  findFile,
  findOriginal,
  insertFileCopies,
  insertOriginal,
  listFileFamily,
  listOriginalIds,
  listOutdatedOriginals,
  listOwnOriginals,
  listWithoutHd,
  type NewOriginal,
  raiseRecipe,
  updateDuration,
  updateOwner,
  updateProbeResult,
} from './files.store.ts';
export { type FilesApi, filesModule } from './module.ts';
export { sendCsv, sendCsvParts } from './send-csv.ts';
export { formatAttachmentHeader, isUnchanged } from './send-file.ts';
