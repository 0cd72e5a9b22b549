import { ACCEPTED_EXTENSIONS } from '@vitrine/contract/accepted-files';
import { LIMITS } from '@vitrine/contract/limits';

const EXTENSIONS: ReadonlySet<string> = new Set(ACCEPTED_EXTENSIONS);

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
  empty: File[];
}

/** Maximum number of waiting files, each of which is stored until it is uploaded. */
export const MAX_WAITING = LIMITS.filesWaiting;

/**
 * Only what the server would refuse for certain is kept back here: it judges by content, so a doubtful
 * name is let through to it whenever the browser takes the file for a video.
 */
export function classifyFiles(files: readonly File[]): FileChoice {
  const meant = files.filter(({ name }) => !SYSTEM_FILES.test(name));
  const filled = meant.filter(({ size }) => size > 0);
  return {
    accepted: filled.filter(isAccepted),
    refused: filled.filter((file) => !isAccepted(file)),
    empty: meant.filter(({ size }) => size === 0),
  };
}

/** The first ones, as many as can wait; `overLimit`: how many more there were. */
export function takeFirst(files: readonly File[], limit: number): { taken: File[]; overLimit: number } {
  const taken = files.slice(0, Math.max(0, limit));
  return { taken, overLimit: files.length - taken.length };
}

function isAccepted(file: File): boolean {
  const extension = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  return EXTENSIONS.has(extension) || file.type.startsWith('video/');
}
