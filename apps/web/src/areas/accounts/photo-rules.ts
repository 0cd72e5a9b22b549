import { LIMITS } from '@vitrine/contract/limits';
import { MESSAGES } from '@vitrine/contract/messages';

export const PHOTO_TYPES = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp'];

/** Returns the error of a profile picture before it is sent; the server checks the content again. */
export function getPhotoError(file: { type: string; size: number }): string | undefined {
  if (!PHOTO_TYPES.includes(file.type)) return MESSAGES.fileUnsupported;
  if (file.size >= LIMITS.profilePictureBytes) return 'File size should be less than 800KB';
  return undefined;
}
