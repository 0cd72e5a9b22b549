import { expect, it } from 'vitest';
import { readPacket } from './packets.ts';

const read = (text: string) => readPacket(Buffer.from(text));

it('parses each packet type', () => {
  expect(read('40/screen,{"sid":"a"}')).toMatchObject({ type: 'connect', payload: { sid: 'a' } });
  expect(read('41/screen,')).toMatchObject({ type: 'disconnect', payload: undefined });
  expect(read('42/screen,["sync",{"revision":3}]')).toMatchObject({ type: 'event', payload: ['sync', { revision: 3 }] });
  expect(read('43/screen,12["whole"]')).toMatchObject({ type: 'acknowledgement', id: 12, payload: ['whole'] });
  expect(read('44/screen,{"message":"unknown"}')).toMatchObject({ type: 'refused' });
});

it('returns the cached packet for an identical long message, but parses short messages again', () => {
  const long = (revision: number) => `42/screen,["sync",{"revision":${revision},"text":"${'x'.repeat(600)}"}]`;
  expect(read(long(1))).toBe(read(long(1)));
  expect(read(long(2)).payload).toMatchObject(['sync', { revision: 2 }]);
  expect(read('42/screen,["sync",{"revision":3}]')).not.toBe(read('42/screen,["sync",{"revision":3}]'));
});

it('evicts the oldest packet when the cache is full', () => {
  const long = (text: string) => `42/screen,["sync","${text}${'x'.repeat(600)}"]`;
  const first = read(long('first'));
  for (let count = 0; count < 10; count++) read(long(String(count)));
  expect(read(long('first'))).not.toBe(first);
});
