import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createAcceptKey, encodeFrame, FrameReader, type FrameReceiver, OPCODES } from './websocket-frames.ts';

const MAX_BYTES = 70_000;

/** Encodes a frame of a client, which is masked. */
function encodeClientFrame(opcode: number, payload: string | Buffer, { isFinal = true, isMasked = true, rsv1 = false } = {}): Buffer {
  const data = Buffer.from(payload);
  const options = { opcode, fin: isFinal, mask: isMasked, rsv1, readOnly: true };
  return Buffer.concat(
    (WebSocket as unknown as { Sender: { frame(data: Buffer, options: object): Buffer[] } }).Sender.frame(data, options),
  );
}

class Recorder implements FrameReceiver {
  readonly received: string[] = [];
  fragments = 0;
  onText(text: string): boolean {
    this.received.push(text);
    return text !== 'stop';
  }
  onControl(opcode: number, payload: Buffer): boolean {
    this.received.push(`${opcode}:${payload.toString()}`);
    return true;
  }
  onFragment(): boolean {
    this.fragments++;
    return true;
  }
}

function read(...chunks: Buffer[]): { received: string[]; violation: string | undefined } {
  const [reader, recorder] = [new FrameReader(MAX_BYTES), new Recorder()];
  for (const chunk of chunks) {
    // A copy, because the reader changes what it reads.
    const violation = reader.read(Buffer.from(chunk), recorder);
    if (violation !== undefined) return { received: recorder.received, violation };
  }
  return { received: recorder.received, violation: undefined };
}

/** Splits bytes at these positions. */
function split(bytes: Buffer, positions: number[]): Buffer[] {
  const cuts = [0, ...positions.map((position) => position % (bytes.length + 1)).sort((one, other) => one - other), bytes.length];
  return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
}

describe('a reader of frames', () => {
  it('reads the same messages however they are divided into frames and chunks', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom('x'.repeat(126), 'é'.repeat(40_000 / 2), 'y'.repeat(65_536)),
    );
    const message = fc.record({
      text: text.filter((value) => value !== 'stop'),
      cuts: fc.array(fc.nat(), { maxLength: 3 }),
      ping: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 5 }), fc.array(fc.nat(), { maxLength: 20 }), (messages, cuts) => {
        const frames = messages.flatMap(({ text: content, cuts: fragments, ping }) => {
          const parts = split(Buffer.from(content), fragments);
          return parts.flatMap((part, index) => [
            ...(ping && index > 0 ? [encodeClientFrame(OPCODES.ping, 'alive')] : []),
            encodeClientFrame(index === 0 ? OPCODES.text : OPCODES.continuation, part, { isFinal: index === parts.length - 1 }),
          ]);
        });
        const { received, violation } = read(...split(Buffer.concat(frames), cuts));
        expect(violation).toBeUndefined();
        expect(received.filter((each) => each !== `${OPCODES.ping}:alive`)).toEqual(
          messages.map(({ text: content }) => Buffer.from(content).toString()),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('reads a message that arrives one byte at a time', () => {
    const frame = encodeClientFrame(OPCODES.text, 'x'.repeat(1000));
    expect(read(...split(frame, Array.from(frame.keys()))).received).toEqual(['x'.repeat(1000)]);
  });

  it('reads nothing after the receiver has ended the connection', () => {
    expect(read(Buffer.concat(['one', 'stop', 'two'].map((text) => encodeClientFrame(OPCODES.text, text)))).received).toEqual([
      'one',
      'stop',
    ]);
  });

  it.each([
    ['binary data', encodeClientFrame(OPCODES.binary, 'x'), 'binary data'],
    ['a frame without a mask', encodeClientFrame(OPCODES.text, 'x', { isMasked: false }), 'a frame without a mask'],
    ['compression that was not agreed', encodeClientFrame(OPCODES.text, 'x', { rsv1: true }), 'reserved bits'],
    ['an unknown frame', encodeClientFrame(5, 'x'), 'an unknown frame'],
    ['a control frame in parts', encodeClientFrame(OPCODES.ping, 'x', { isFinal: false }), 'a long control frame'],
    ['a long control frame', encodeClientFrame(OPCODES.ping, 'x'.repeat(126)), 'a long control frame'],
    ['a continuation of nothing', encodeClientFrame(OPCODES.continuation, 'x'), 'frames out of order'],
    ['text that is not UTF-8', encodeClientFrame(OPCODES.text, Buffer.from([0xc3, 0x28])), 'text that is not UTF-8'],
    ['a long message', encodeClientFrame(OPCODES.text, 'x'.repeat(MAX_BYTES + 1)), 'a long message'],
    ['the start of a message of 2^63 bytes', Buffer.from([0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]), 'a long message'],
  ])('refuses %s', (_name, bytes, violation) => {
    expect(read(encodeClientFrame(OPCODES.text, 'before'), bytes)).toEqual({ received: ['before'], violation });
  });

  it('refuses a second message within the first one, and a message that is too long in parts', () => {
    const start = encodeClientFrame(OPCODES.text, 'x'.repeat(60_000), { isFinal: false });
    expect(read(start, encodeClientFrame(OPCODES.text, 'y')).violation).toBe('frames out of order');
    expect(read(start, encodeClientFrame(OPCODES.continuation, 'x'.repeat(20_000))).violation).toBe('a long message');
  });
});

describe('a frame of the server', () => {
  it.each([0, 1, 125, 126, 65_535, 65_536, 100_000])('of %i bytes equals that of the library ws', (length) => {
    const text = 'x'.repeat(length);
    expect(encodeFrame(OPCODES.text, text).equals(encodeClientFrame(OPCODES.text, text, { isMasked: false }))).toBe(true);
  });

  it('counts bytes, not characters', () => {
    const text = 'é'.repeat(100);
    expect(encodeFrame(OPCODES.text, text).equals(encodeClientFrame(OPCODES.text, text, { isMasked: false }))).toBe(true);
  });
});

it('accepts a handshake as in the example of RFC 6455', () => {
  expect(createAcceptKey('dGhlIHNhbXBsZSBub25jZQ==')).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
});
