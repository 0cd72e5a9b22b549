export type { Derivatives } from './files.derivatives.ts';
export { factColumns, keepUnknown, listUnread, type UnreadFile, updateFacts } from './files.facts.ts';
export { digest, receive } from './files.receive.ts';
export { removeBytes } from './files.removal.ts';
export {
  cleanFileName,
  type DerivativeRole,
  derivativeKey,
  developedFormat,
  downloadName,
  endingOf,
  isHeavy,
  isPicture,
  originalKey,
  RECIPES,
  remadeKey,
  screenBox,
  titleOf,
} from './files.rules.ts';
export { attachmentHeader, isUnchanged } from './files.send.ts';
export {
  changeOwner,
  type FileRow,
  findFile,
  findOriginal,
  insertFileCopies,
  insertOriginal,
  keepAsMade,
  keepDuration,
  listFamily,
  listOriginalIds,
  listOutdated,
  listOwnOriginals,
  type NewOriginal,
  updateProbed,
} from './files.store.ts';
export { type FilesFace, filesModule } from './module.ts';
export { sendCsv } from './send-csv.ts';
