import { LIMITS } from '@vitrine/contract/limits';

const EXTENSIONS = new Set('jpg jpeg png webp avif heic heif mp4 m4v mov mkv webm avi mpg mpeg ts mts m2ts wmv 3gp ogv'.split(' '));

/** For the file chooser. Types alone hide HEIC and MKV on some systems, names alone hide camera videos on others. */
export const ACCEPT = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
  'video/*',
  ...[...EXTENSIONS].map((name) => `.${name}`),
].join(',');

export interface Choice {
  accepted: File[];
  refused: File[];
  /** More were chosen than go at a time; the first ones are taken. */
  isOverLimit: boolean;
}

/**
 * Only what the server would refuse for certain is kept back here: it judges by content, so a doubtful
 * name is let through to it whenever the browser takes the file for a video.
 */
export function chooseFiles(files: readonly File[], limit: number = LIMITS.filesPerUpload): Choice {
  const accepted = files.filter(isAccepted);
  return {
    accepted: accepted.slice(0, limit),
    refused: files.filter((file) => !isAccepted(file)),
    isOverLimit: accepted.length > limit,
  };
}

function isAccepted(file: File): boolean {
  const extension = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  return EXTENSIONS.has(extension) || file.type.startsWith('video/');
}
