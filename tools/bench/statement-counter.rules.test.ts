import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMessageReader } from './statement-counter.ts';

const message = (type: string, content: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type, 'latin1'), length, content]);
};

it('reads the same messages however the bytes are divided', () => {
  const content = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
  const messages = fc.array(fc.tuple(fc.constantFrom('Q', 'P', 'B', 'E', 'S'), content), { maxLength: 10 });
  fc.assert(
    fc.property(content, messages, fc.array(fc.integer({ min: 1, max: 30 })), (startup, sent, sizes) => {
      const bytes = Buffer.concat([message('', startup), ...sent.map(([type, body]) => message(type, body))]);
      const types: string[] = [];
      const read = createMessageReader((type) => types.push(type));
      let from = 0;
      for (const size of [...sizes, bytes.length]) {
        read(bytes.subarray(from, from + size));
        from += size;
      }
      expect(types).toEqual(sent.map(([type]) => type));
    }),
  );
});
