import { ACCEPTED_EXTENSIONS, OFFICE_EXTENSIONS } from '@vitrine/contract/accepted-files';
import { LIMITS } from '@vitrine/contract/limits';

const EXTENSIONS: ReadonlySet<string> = new Set(ACCEPTED_EXTENSIONS);
const ACCEPTED_OFFICE: ReadonlySet<string> = new Set(Object.values(OFFICE_EXTENSIONS));
/** Also old formats and files with macros, which no server accepts. */
const OFFICE: ReadonlySet<string> = new Set([...ACCEPTED_OFFICE, 'ppt', 'pps', 'doc', 'xls', 'pptm', 'ppsm', 'docm', 'xlsm', 'key']);

/** For the file chooser. Types alone hide HEIC and MKV on some systems, names alone hide camera videos on others. */
export const ACCEPTED_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
  'image/gif',
  'image/tiff',
  'video/*',
  'application/pdf',
  ...[...EXTENSIONS].map((name) => `.${name}`),
].join(',');

/** System files in folders, which are not uploaded. */
const SYSTEM_FILES = /^(\..*|thumbs\.db|desktop\.ini)$/i;

export interface FileChoice {
  accepted: File[];
  refused: File[];
  /** Office files that the server cannot convert. */
  office: File[];
  empty: File[];
}

/** Maximum number of waiting files, each of which is stored until it is uploaded. */
export const MAX_WAITING = LIMITS.filesWaiting;

/**
 * Sorts chosen files by what happens to them. `acceptsOffice`: whether the server converts office files.
 *
 * Only what the server would refuse for certain is kept back here: it judges by content, so a doubtful
 * name is let through to it whenever the browser takes the file for a video.
 */
export function classifyFiles(files: readonly File[], acceptsOffice = true): FileChoice {
  const meant = files.filter(({ name }) => !SYSTEM_FILES.test(name));
  const filled = meant.filter(({ size }) => size > 0);
  const isTaken = (file: File) => isAccepted(file) || (acceptsOffice && ACCEPTED_OFFICE.has(getExtension(file)));
  const others = filled.filter((file) => !isTaken(file));
  return {
    accepted: filled.filter(isTaken),
    refused: others.filter((file) => !isOfficeFile(file)),
    office: others.filter(isOfficeFile),
    empty: meant.filter(({ size }) => size === 0),
  };
}

/** The first ones, as many as can wait; `overLimit`: how many more there were. */
export function takeFirst(files: readonly File[], limit: number): { taken: File[]; overLimit: number } {
  const taken = files.slice(0, Math.max(0, limit));
  return { taken, overLimit: files.length - taken.length };
}

const getExtension = ({ name }: File): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** Returns true for presentations, texts and spreadsheets, by their name. */
export const isOfficeFile = (file: File): boolean => OFFICE.has(getExtension(file));

function isAccepted(file: File): boolean {
  return EXTENSIONS.has(getExtension(file)) || file.type.startsWith('video/');
}
