export type { DerivativesService, MadeFile } from './files.derivatives.ts';
export {
  type FileWithoutMetadata,
  listFilesWithoutMetadata,
  markMetadataUnavailable,
  toMetadataColumns,
  updateMetadata,
} from './files.facts.ts';
export { hashFile, writeStreamToFile } from './files.receive.ts';
export { deleteFileBytes } from './files.removal.ts';
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
  isPicture,
  isSlowToDecode,
  RENDER_VERSIONS,
  sanitizeFileName,
} from './files.rules.ts';
export { formatAttachmentHeader, isUnchanged } from './files.send.ts';
export {
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
export { sendCsv } from './send-csv.ts';
