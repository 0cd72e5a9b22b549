import { LIMITS } from '@vitrine/contract/limits';
import { MESSAGES } from '@vitrine/contract/messages';

/** Content of the export, stated by the agreement and by the dialog that exports. */
export const EXPORT_CONTENTS =
  'The copy contains the data we store about you, and the details of your albums, photos, videos, playlists and screens. It doesn’t contain the photos and videos themselves. Download the originals album by album.';

const PHONE_DIGITS = 10;

/** Brings what was typed into the form (999)-999-9999, as far as there are digits for it. */
export function formatPhone(typed: string): string {
  const all = typed.replace(/\D/g, '');
  // A pasted number may carry the country's 1 in front.
  const digits = (all.length > PHONE_DIGITS && all.startsWith('1') ? all.slice(1) : all).slice(0, PHONE_DIGITS);
  if (digits.length === 0) return '';
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (digits.length <= 3) return `(${area}`;
  return line ? `(${area})-${exchange}-${line}` : `(${area})-${exchange}`;
}

export const GENDER_LABELS = { female: 'Female', male: 'Male', other: 'Other' } as const;

export const PHOTO_TYPES = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp'];

/** Returns the error of a chosen profile picture. */
export const getPhotoTypeError = ({ type }: { type: string }): string | undefined =>
  PHOTO_TYPES.includes(type) ? undefined : MESSAGES.fileUnsupported;

/** Returns the error of a profile picture before it is sent; the server checks the content again. */
export function getPhotoError(file: { type: string; size: number }): string | undefined {
  const typeError = getPhotoTypeError(file);
  if (typeError) return typeError;
  if (file.size >= LIMITS.profilePictureBytes) return 'File size should be less than 800KB';
  return undefined;
}
