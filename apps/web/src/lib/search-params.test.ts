import { describe, expect, it } from 'vitest';
import { parseSearchText, stringifySearchText } from './search-params.ts';

describe('the query of an address', () => {
  it('is written bare, without what is not set', () => {
    expect(stringifySearchText({ userId: 'u1', open: false, sort: undefined, add: 'A12345', mediaIndex: 0 })).toBe(
      '?userId=u1&open=false&add=A12345&mediaIndex=0',
    );
    expect(stringifySearchText({})).toBe('');
  });

  it('is read as text, so that a key of digits stays what it was', () => {
    expect(parseSearchText('?emailvfkey=0012&emailvflock=a%2Bb')).toEqual({ emailvfkey: '0012', emailvflock: 'a+b' });
  });
});
