import { describe, expect, it } from 'vitest';
import { encodeUuids } from './uuid-array.ts';

describe('ids in the binary format', () => {
  it('writes the header, and the length and bytes of each id', () => {
    const encoded = encodeUuids(['00112233-4455-6677-8899-aabbccddeeff', 'FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF']);
    expect(encoded?.toString('hex')).toBe(
      '000000010000000000000b860000000200000001' + '0000001000112233445566778899aabbccddeeff' + '00000010ffffffffffff4fff8fffffffffffffff',
    );
  });

  it.each(['', 'not an id', '00112233-4455-6677-8899-aabbccddeefg', '00112233-4455-6677-8899-aabbccddeef'])('refuses %j', (value) => {
    expect(encodeUuids(['00112233-4455-6677-8899-aabbccddeeff', value])).toBeNull();
  });
});
