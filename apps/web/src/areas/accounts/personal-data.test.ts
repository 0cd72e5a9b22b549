import { phoneNo } from '@vitrine/contract/profile';
import { describe, expect, it } from 'vitest';
import { formatPhone } from './personal-data.ts';

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
