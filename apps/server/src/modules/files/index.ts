export type { Derivatives, MadeFile } from './files.derivatives.ts';
export { factColumns, keepUnknown, listUnread, type UnreadFile, updateFacts } from './files.facts.ts';
export { digest, receive } from './files.receive.ts';
export { removeBytes } from './files.removal.ts';
export {
  COLOURS_RECIPE,
  cleanFileName,
  type DerivativeRole,
  derivativeKey,
  developedFormat,
  downloadName,
  endingOf,
  hdBox,
  isHeavy,
  isLargerThanHd,
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
  keepDuration,
  listFamily,
  listOriginalIds,
  listOutdated,
  listOwnOriginals,
  listWithoutHd,
  type NewOriginal,
  raiseRecipe,
  updateProbed,
} from './files.store.ts';
export { type FilesFace, filesModule } from './module.ts';
export { sendCsv } from './send-csv.ts';
