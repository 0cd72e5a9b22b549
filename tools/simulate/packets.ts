/** A Socket.IO message. */
export interface Packet {
  type: 'connect' | 'disconnect' | 'event' | 'acknowledgement' | 'refused' | undefined;
  /** Number of the acknowledgement. */
  id: number;
  payload: unknown;
}

const TYPES = ['connect', 'disconnect', 'event', 'acknowledgement', 'refused'] as const;
/** Engine.IO type `4`, Socket.IO type, namespace and acknowledgement number. */
const HEADER = /^4(\d)(?:\/[^,]*,?)?(\d*)/;

/** Parsing a shorter message is faster than looking it up. */
const CACHED_FROM_BYTES = 512;
const MAX_CACHED = 4;
const cache: { bytes: Buffer; packet: Packet }[] = [];

/**
 * Reads a message. Identical long messages are parsed once and share the result, because each real screen parses on its own processor. Callers must not
 * modify the result.
 */
export function readPacket(bytes: Buffer): Packet {
  if (bytes.length < CACHED_FROM_BYTES) return parse(bytes.toString());
  const cached = cache.find((entry) => entry.bytes.equals(bytes));
  if (cached) return cached.packet;
  const packet = parse(bytes.toString());
  // Copy the bytes, because the socket may reuse its buffer.
  cache.unshift({ bytes: Buffer.from(bytes), packet });
  cache.length = Math.min(cache.length, MAX_CACHED);
  return packet;
}

function parse(text: string): Packet {
  const [header = '', type, id] = HEADER.exec(text) ?? [];
  const json = text.slice(header.length);
  return { type: TYPES[Number(type)], id: Number(id), payload: json === '' ? undefined : (JSON.parse(json) as unknown) };
}
