import { ERRORS } from '@vitrine/contract/errors';
import { phoneNo } from '@vitrine/contract/profile';
import { describe, expect, it } from 'vitest';
import { formatPhone, getPhotoError } from './personal-data.ts';

describe('the mask of a phone number', () => {
  it('grows with the digits, and can be deleted back to nothing', () => {
    expect(['', '5', '555', '5551', '555123', '5551234', '5551234567'].map(formatPhone)).toEqual([
      '',
      '(5',
      '(555',
      '(555)-1',
      '(555)-123',
      '(555)-123-4',
      '(555)-123-4567',
    ]);
    expect(formatPhone('(')).toBe('');
  });

  it('takes numbers however they are written, and no more than ten digits', () => {
    expect(['555.123.4567', '+1 555 123 4567', '55512345678'].map(formatPhone)).toEqual(Array(3).fill('(555)-123-4567'));
  });

  it('makes what the contract accepts', () => expect(phoneNo.safeParse(formatPhone('5551234567')).success).toBe(true));
});

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
