/** The part of the WebSocket protocol (RFC 6455) with which a server exchanges short text messages. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';

export const OPCODES = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

const FIN = 0x80;
const RESERVED = 0x70;
const MASKED = 0x80;
const MASK_BYTES = 4;
/** Payload lengths that announce a longer length field, and the size of that field. */
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const MAX_CONTROL_BYTES = 125;
const MAX_LENGTH_16 = 0xffff;
/** Number of chunks above which they are joined, so that a client that sends single bytes costs little memory and few copies. */
const MAX_CHUNKS = 64;

/** Returns the value of the header Sec-WebSocket-Accept. Source of the constant: RFC 6455, section 1.3. */
export const createAcceptKey = (key: string): string =>
  createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');

/** Encodes a complete message of the server, which is not masked. At most 4 GiB. */
export function encodeFrame(opcode: number, payload: string | Buffer): Buffer {
  const length = Buffer.byteLength(payload);
  const headerBytes = length <= MAX_CONTROL_BYTES ? 2 : length <= MAX_LENGTH_16 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame[0] = FIN | opcode;
  if (headerBytes === 2) frame[1] = length;
  else if (headerBytes === 4) {
    frame[1] = LENGTH_16;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_64;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  if (typeof payload === 'string') frame.write(payload, headerBytes);
  else payload.copy(frame, headerBytes);
  return frame;
}

/** Receives what a client sends. Each function returns whether to continue reading. */
export interface FrameReceiver {
  /** A complete message, also when it came in several frames. */
  onText(text: string): boolean;
  onControl(opcode: typeof OPCODES.close | typeof OPCODES.ping | typeof OPCODES.pong, payload: Buffer): boolean;
  /** A frame has arrived that does not complete its message. */
  onFragment(): boolean;
}

interface Header {
  opcode: number;
  isFinal: boolean;
  /** Position of the payload. */
  start: number;
  end: number;
}

/** Reads the frames of one client. An idle reader stores only its limit, because each of thousands of screens has one. */
export class FrameReader {
  readonly #maxBytes: number;
  /** Bytes of an incomplete frame. */
  #chunks: Buffer[] | undefined;
  #buffered = 0;
  /** Number of bytes that are required to continue reading the frame. */
  #needed = 0;
  /** Payloads of an incomplete message. */
  #fragments: Buffer[] | undefined;
  #fragmentBytes = 0;

  /** `maxBytes` limits a message. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Reads bytes as they arrive. Returns a description of a violation of the protocol, after which the reader must not be used; undefined otherwise. */
  read(chunk: Buffer, receiver: FrameReceiver): string | undefined {
    const bytes = this.#join(chunk);
    if (!bytes) return undefined;
    let at = 0;
    while (at < bytes.length) {
      const header = this.#readHeader(bytes, at);
      if (typeof header === 'string') return header;
      if (typeof header === 'number') {
        this.#keep(bytes, at, header);
        break;
      }
      const violation = this.#receive(header, unmask(bytes, header), receiver);
      if (violation !== undefined) return violation === STOPPED ? undefined : violation;
      at = header.end;
    }
    return undefined;
  }

  /** Returns all bytes that have arrived; undefined while there are too few. */
  #join(chunk: Buffer): Buffer | undefined {
    if (!this.#chunks) return chunk;
    this.#chunks.push(chunk);
    this.#buffered += chunk.length;
    if (this.#buffered < this.#needed) {
      if (this.#chunks.length > MAX_CHUNKS) this.#chunks = [Buffer.concat(this.#chunks)];
      return undefined;
    }
    const bytes = Buffer.concat(this.#chunks);
    this.#chunks = undefined;
    return bytes;
  }

  #keep(bytes: Buffer, at: number, needed: number): void {
    // A copy, because a part of the chunk would keep all its memory.
    this.#chunks = [Buffer.from(bytes.subarray(at))];
    this.#buffered = bytes.length - at;
    this.#needed = needed;
  }

  /** Returns a header, a violation, or the number of bytes that are required when there are too few. */
  #readHeader(bytes: Buffer, at: number): Header | string | number {
    if (bytes.length - at < 2) return 2;
    const [first = 0, second = 0] = [bytes[at], bytes[at + 1]];
    const opcode = first & 0x0f;
    const isFinal = (first & FIN) !== 0;
    const isControl = opcode >= OPCODES.close;
    const shortLength = second & ~MASKED;
    if ((first & RESERVED) !== 0) return 'reserved bits';
    if ((second & MASKED) === 0) return 'a frame without a mask';
    if (isControl && (!isFinal || shortLength > MAX_CONTROL_BYTES)) return 'a long control frame';
    const lengthBytes = shortLength === LENGTH_16 ? 2 : shortLength === LENGTH_64 ? 8 : 0;
    const headerBytes = 2 + lengthBytes + MASK_BYTES;
    if (bytes.length - at < headerBytes) return headerBytes;
    const length = lengthBytes === 2 ? bytes.readUInt16BE(at + 2) : lengthBytes === 8 ? Number(bytes.readBigUInt64BE(at + 2)) : shortLength;
    if (length + (isControl ? 0 : this.#fragmentBytes) > this.#maxBytes) return 'a long message';
    const start = at + headerBytes;
    return bytes.length < start + length ? headerBytes + length : { opcode, isFinal, start, end: start + length };
  }

  #receive({ opcode, isFinal }: Header, payload: Buffer, receiver: FrameReceiver): string | typeof STOPPED | undefined {
    if (opcode === OPCODES.close || opcode === OPCODES.ping || opcode === OPCODES.pong)
      return receiver.onControl(opcode, payload) ? undefined : STOPPED;
    if (opcode === OPCODES.binary) return 'binary data';
    const isContinuation = opcode === OPCODES.continuation;
    if (!isContinuation && opcode !== OPCODES.text) return 'an unknown frame';
    if (isContinuation !== (this.#fragments !== undefined)) return 'frames out of order';
    if (!isFinal) {
      this.#fragments ??= [];
      this.#fragments.push(Buffer.from(payload));
      this.#fragmentBytes += payload.length;
      return receiver.onFragment() ? undefined : STOPPED;
    }
    const message = this.#fragments ? Buffer.concat([...this.#fragments, payload]) : payload;
    this.#fragments = undefined;
    this.#fragmentBytes = 0;
    if (!isUtf8(message)) return 'text that is not UTF-8';
    return receiver.onText(message.toString()) ? undefined : STOPPED;
  }
}

const STOPPED = Symbol('the receiver ended the connection');

/** Removes the mask in place. Each byte belongs to one frame only. */
function unmask(bytes: Buffer, { start, end }: Header): Buffer {
  const mask = start - MASK_BYTES;
  for (let at = start; at < end; at++) bytes[at] = (bytes[at] ?? 0) ^ (bytes[mask + ((at - start) % MASK_BYTES)] ?? 0);
  return bytes.subarray(start, end);
}
