import { expect, it } from 'vitest';
import { capPerRoom, type Nudge, packMessages } from './live.ts';

const aNudge = (room: string, deviceId: string): Nudge => ({
  namespace: 'device',
  rooms: [room],
  event: 'publishUpdate',
  payload: { deviceId },
});

it('packs as many messages into a notification as fit, and loses none', () => {
  const messages = Array.from({ length: 500 }, (_, index) => aNudge('person:a', `größer ${index}`));
  const payloads = packMessages(messages);
  expect(payloads.flatMap((payload) => JSON.parse(payload) as Nudge[])).toEqual(messages);
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000);
  expect(payloads.length).toBeLessThan(messages.length / 20);
});

it('splits one nudge to many rooms into as few parts as possible', () => {
  const rooms = Array.from({ length: 1000 }, (_, index) => `screen:${'a'.repeat(36)}${index}`);
  const nudge: Nudge = { namespace: 'screen', rooms, event: 'sync', payload: { revision: 7 } };
  const payloads = packMessages([nudge, { ...nudge, rooms: [] }]);
  const parts = payloads.flatMap((payload) => JSON.parse(payload) as Nudge[]);
  expect(parts.flatMap((part) => part.rooms)).toEqual(rooms);
  for (const part of parts) expect(part).toMatchObject({ namespace: 'screen', event: 'sync', payload: { revision: 7 } });
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000);
  expect(payloads.length).toBeLessThan(10);
});

it('sends identical messages to identical rooms only once', () => {
  const payloads = packMessages([aNudge('person:a', '1'), aNudge('person:a', '1')]);
  expect(payloads.map((payload) => JSON.parse(payload) as Nudge[])).toEqual([[aNudge('person:a', '1')]]);
});

it('sends a room with many messages of a kind only enough to make it reload', () => {
  const nudges = ['person:a', 'person:b'].flatMap((room) => Array.from({ length: 1000 }, (_, index) => aNudge(room, String(index))));
  const thinned = capPerRoom([...nudges, aNudge('person:c', '1')]);
  expect(Object.fromEntries([...Map.groupBy(thinned, ({ rooms }) => rooms.join())].map(([room, nudges]) => [room, nudges.length]))).toEqual(
    {
      'person:a': 20,
      'person:b': 20,
      'person:c': 1,
    },
  );
});
