/** A message of Socket.IO: its type, the number of an acknowledgement, and what it carries. */
export interface Packet {
  type: 'connect' | 'disconnect' | 'event' | 'acknowledgement' | 'refused' | undefined;
  id: number;
  payload: unknown;
}

const TYPES = ['connect', 'disconnect', 'event', 'acknowledgement', 'refused'] as const;
/** Engine.IO's `4`, the type, the namespace and the number. */
const HEAD = /^4(\d)(?:\/[^,]*,?)?(\d*)/;

/** Shorter texts are parsed faster than they are found again. */
const LONG_BYTES = 512;
const REMEMBERED = 4;
const remembered: { bytes: Buffer; packet: Packet }[] = [];

/**
 * Reads a message. Identical long messages are parsed once and share the result, because each real screen parses on its own processor. Callers must not
 * modify the result.
 */
export function readPacket(bytes: Buffer): Packet {
  if (bytes.length < LONG_BYTES) return parse(bytes.toString());
  const known = remembered.find((one) => one.bytes.equals(bytes));
  if (known) return known.packet;
  const packet = parse(bytes.toString());
  // A copy: what came may lie in a buffer that is used again.
  remembered.unshift({ bytes: Buffer.from(bytes), packet });
  remembered.length = Math.min(remembered.length, REMEMBERED);
  return packet;
}

function parse(text: string): Packet {
  const [head = '', type, id] = HEAD.exec(text) ?? [];
  const json = text.slice(head.length);
  return { type: TYPES[Number(type)], id: Number(id), payload: json === '' ? undefined : (JSON.parse(json) as unknown) };
}
