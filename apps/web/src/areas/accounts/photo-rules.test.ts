import { ERRORS } from '@vitrine/contract/errors';
import { describe, expect, it } from 'vitest';
import { getPhotoError } from './photo-rules.ts';

describe('a profile photo', () => {
  it('is a JPEG, PNG or WebP', () => {
    for (const type of ['image/jpeg', 'image/png', 'image/webp']) expect(getPhotoError({ type, size: 1000 })).toBeUndefined();
    for (const type of ['image/gif', 'image/svg+xml', 'application/pdf', ''])
      expect(getPhotoError({ type, size: 1000 })).toBe('Selected file not supported');
  });

  it('stays under 800,000 bytes, in the words of the server', () => {
    expect(getPhotoError({ type: 'image/png', size: 799_999 })).toBeUndefined();
    expect(getPhotoError({ type: 'image/png', size: 800_000 })).toBe(ERRORS.PICTURE_TOO_LARGE.message);
  });
});
