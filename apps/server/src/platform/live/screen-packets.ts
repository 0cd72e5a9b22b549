/**
 * The packets that screens exchange over a WebSocket. The Socket.IO client of a screen sends and expects packets of Engine.IO 4 and Socket.IO 5 with the
 * namespace of screens.
 */
import { NAMESPACES, type ScreenEvents } from '@vitrine/contract';
import { encodeFrame, OPCODES } from './websocket-frames.ts';

const NAMESPACE = NAMESPACES.screen;
/** Engine.IO packet types, and those of Socket.IO within a message. */
const OPEN = '0';
const PING = '2';
const PONG = '3';
const MESSAGE = '4';
const CONNECT = '0';
const DISCONNECT = '1';
const EVENT = '2';
const ACKNOWLEDGEMENT = '3';
const CONNECT_ERROR = '4';

const encodePacket = (type: string, content: string): Buffer => encodeFrame(OPCODES.text, `${MESSAGE}${type}${NAMESPACE},${content}`);

export const encodeOpen = (content: { sid: string; pingInterval: number; pingTimeout: number; maxPayload: number }): Buffer =>
  encodeFrame(OPCODES.text, OPEN + JSON.stringify({ ...content, upgrades: [] }));
export const encodeConnected = (sid: string): Buffer => encodePacket(CONNECT, JSON.stringify({ sid }));
export const encodeRefusal = (message: string): Buffer => encodePacket(CONNECT_ERROR, JSON.stringify({ message }));
const encodeScreenEvent = (event: string, payload?: unknown): Buffer =>
  encodePacket(EVENT, JSON.stringify(payload === undefined ? [event] : [event, payload]));
export const encodeAcknowledgement = (id: number, response: unknown): Buffer =>
  encodePacket(ACKNOWLEDGEMENT, `${id}${JSON.stringify([response])}`);
export const PING_FRAME = encodeFrame(OPCODES.text, PING);
export const DISCONNECT_FRAME = encodeFrame(OPCODES.text, `${MESSAGE}${DISCONNECT}${NAMESPACE},`);

/** An event for one or more screens. It is encoded once, however many screens receive it. */
export class ScreenMessage {
  readonly event: keyof ScreenEvents;
  readonly payload: unknown;
  #frame: Buffer | undefined;

  constructor(event: keyof ScreenEvents, payload?: unknown) {
    this.event = event;
    this.payload = payload;
  }

  /** The WebSocket frame of the event. */
  get frame(): Buffer {
    this.#frame ??= encodeScreenEvent(this.event, this.payload);
    return this.#frame;
  }
}

/** A packet of a screen. Our clients send none that are `unknown`. */
export type ScreenPacket =
  | { type: 'pong' | 'leave' | 'unknown' | 'unknown namespace' }
  | { type: 'join'; credentials: Record<string, unknown> }
  | { type: 'event'; event: string; payload: unknown; acknowledgement: number | undefined };

const JOIN_START = `${MESSAGE}${CONNECT}${NAMESPACE},`;
const EVENT_START = `${MESSAGE}${EVENT}${NAMESPACE},`;
const MAX_ACKNOWLEDGEMENT_DIGITS = 15;
const UNKNOWN: ScreenPacket = { type: 'unknown' };

/** Parses a text message of a screen. */
export function readScreenPacket(text: string): ScreenPacket {
  if (text.startsWith(EVENT_START)) return readEvent(text);
  if (text === PONG) return { type: 'pong' };
  if (text.startsWith(JOIN_START)) {
    const credentials = parseJson(text.slice(JOIN_START.length));
    return typeof credentials === 'object' && credentials !== null ? { type: 'join', credentials: { ...credentials } } : UNKNOWN;
  }
  if (text.startsWith(MESSAGE + CONNECT)) return { type: 'unknown namespace' };
  return text.startsWith(`${MESSAGE}${DISCONNECT}${NAMESPACE}`) ? { type: 'leave' } : UNKNOWN;
}

function readEvent(text: string): ScreenPacket {
  const start = text.indexOf('[', EVENT_START.length);
  const digits = text.slice(EVENT_START.length, start);
  if (start < 0 || digits.length > MAX_ACKNOWLEDGEMENT_DIGITS || !/^\d*$/.test(digits)) return UNKNOWN;
  const content = parseJson(text.slice(start));
  if (!Array.isArray(content) || typeof content[0] !== 'string') return UNKNOWN;
  return { type: 'event', event: content[0], payload: content[1], acknowledgement: digits === '' ? undefined : Number(digits) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
