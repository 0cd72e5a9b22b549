import { describe, expect, it } from 'vitest';
import { isStorable } from './storable-text.ts';

const nested = (depth: number): unknown => (depth === 0 ? 'text' : [nested(depth - 1)]);

describe('storable text', () => {
  it.each([['a', 1, null, undefined, true], { caption: 'größer 😀', tags: ['a'] }, Buffer.from([0]), nested(32)])(
    'includes %j',
    (value) => {
      expect(isStorable(value)).toBe(true);
    },
  );

  it.each(['a\u0000', ['a', { caption: '\u0000' }], { '\u0000': 1 }, 'half \ud800', nested(33)])('excludes %j', (value) => {
    expect(isStorable(value)).toBe(false);
  });
});
