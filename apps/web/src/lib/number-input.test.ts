import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalSeparator, readMoney, readNumber, typedMoney } from './number-input.ts';

describe('readMoney', () => {
  it.each([
    ['12', 1200],
    ['12.5', 1250],
    ['9,50', 950],
    ['9.50', 950],
    ['$9.50', 950],
    ['0.29', 29],
    ['299,05', 29_905],
    ['12.', 1200],
    [' 7 ', 700],
  ])('reads %s as %s cents in every language', (text, cents) => {
    expect(readMoney(text, 'en-US')).toEqual({ cents });
    expect(readMoney(text, 'de-DE')).toEqual({ cents });
  });

  it('returns nothing for empty text', () => expect(readMoney('  ')).toBeUndefined());

  it.each(['1,234', '1.234', '12.500', '999,000'])('rejects the ambiguous %s and shows both readings', (text) => {
    const reading = readMoney(text, 'en-US');
    expect(reading).toHaveProperty('fault');
  });

  it('names both readings in the separator of the reader', () => {
    expect(readMoney('1,234', 'en-US')).toEqual({ fault: '“1,234” can mean $1,234.00 or $1.23. Enter 1234 or 1.23.' });
    expect(readMoney('1.234', 'de-DE')).toEqual({ fault: '“1.234” can mean $1,234.00 or $1.23. Enter 1234 or 1,23.' });
  });

  it.each(['ten', '1e3', '0x1F', '-3', '+3', '1 000', '1,000.50', '1,000,000', '1..5', '.', '12345678901', 'NaN', '٣'])(
    'rejects %s',
    (text) => expect(readMoney(text, 'en-US')).toEqual({ fault: 'Enter digits only, such as 12.50.' }),
  );

  it.each(['4.9999', '0,500', '1234.567'])('rejects the more than two decimals of %s', (text) =>
    expect(readMoney(text, 'en-US')).toEqual({ fault: 'Enter no more than two decimal places.' }),
  );

  it('reads back every amount it wrote into a field, in either separator', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'en-IN'), (cents, language) => {
        expect(readMoney(typedMoney(cents, language), language)).toEqual({ cents });
      }),
    );
  });

  it('never reads text as an amount that another language would read differently', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,6}([.,]\d{0,4})?$/), (text) => {
        const reading = readMoney(text, 'en-US');
        if (!reading || 'fault' in reading) return;
        const asPoint = Math.round(Number(text.replace(',', '.')) * 100);
        expect(reading.cents).toBe(asPoint);
        // A group of three digits would make it a whole number elsewhere.
        expect(/^[1-9]\d{0,2}[.,]\d{3}$/.test(text)).toBe(false);
      }),
    );
  });
});

describe('readNumber', () => {
  it('reads sizes with either separator and rejects exponents and letters', () => {
    expect(readNumber('2,5')).toEqual({ value: 2.5 });
    expect(readNumber('400')).toEqual({ value: 400 });
    expect(readNumber('')).toBeUndefined();
    for (const text of ['1e9', '4 kg', '1,500']) expect(readNumber(text)).toHaveProperty('fault');
  });
});

it('takes the decimal separator from the language', () => {
  expect(['en-US', 'de-DE', 'fr-FR', 'en-GB', 'ar-EG'].map((language) => decimalSeparator(language))).toEqual(['.', ',', ',', '.', '.']);
});

it('uses the point for a language that is no language tag', () => {
  expect(decimalSeparator('en-US@posix')).toBe('.');
});
