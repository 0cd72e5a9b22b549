import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LIVE_PATH, NAMESPACES, SCREEN_CLIENT } from '@vitrine/contract';
import type { ConnectedScreen, ConnectedScreens, ScreenLink } from './connected-screens.ts';
import { LinkGuard, type LinkGuardDeps } from './link-guard.ts';
import { AUTHENTICATION_UNAVAILABLE } from './namespace-access.ts';
import {
  DISCONNECT_FRAME,
  encodeAcknowledgement,
  encodeConnected,
  encodeOpen,
  encodeRefusal,
  PING_FRAME,
  readScreenPacket,
  type ScreenMessage,
  type ScreenPacket,
} from './screen-packets.ts';
import { createAcceptKey, encodeFrame, FrameReader, type FrameReceiver, OPCODES } from './websocket-frames.ts';

/** Bytes sent to a client that it has not read yet. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** Time from the closing frame until the connection is destroyed. A client that ignores the frame could continue to send. */
const CLOSE_WITHIN_MS = 1000;
const TICK_MS = 1000;
/** Close codes of RFC 6455, section 7.4.1. */
const NORMAL_CLOSURE = Buffer.from([0x03, 0xe8]);

export interface ScreenWebSocketsDeps extends LinkGuardDeps {
  screens: ConnectedScreens;
  maxMessageBytes: number;
  pingIntervalMs: number;
  pongTimeoutMs: number;
}

/** Returns whether a screen that joins only `/screen` sent this handshake. Screens of earlier versions do not send the parameter `client`. */
export function isScreenHandshake({ url = '' }: IncomingMessage): boolean {
  const [path = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  const isLivePath = path === LIVE_PATH || path === `${LIVE_PATH}/`;
  return isLivePath && parameters.get('client') === SCREEN_CLIENT.client && parameters.get('transport') === 'websocket';
}

/**
 * Serves the WebSockets of screens without Socket.IO, whose objects take four times the memory of the connection itself: thousands of screens are
 * connected and idle. The protocol is the same.
 */
export function createScreenWebSockets(deps: ScreenWebSocketsDeps) {
  const links = new Set<ScreenWebSocket>();
  let second = 0;
  // One timer for all links, because timers of thousands of links would cost memory and wake the process for each.
  const ticks = setInterval(() => {
    second++;
    for (const link of links) link.tick(second);
  }, TICK_MS).unref();
  const settings: LinkSettings = {
    ...deps,
    pingEvery: Math.ceil(deps.pingIntervalMs / TICK_MS),
    pongWithin: Math.ceil(deps.pongTimeoutMs / TICK_MS),
    onClosed: (link) => links.delete(link),
  };
  return {
    /** Completes the handshake of a screen that is admitted. */
    accept(request: IncomingMessage, tcp: Duplex, head: Buffer, address: string): void {
      const { 'sec-websocket-key': key = '', 'sec-websocket-version': version, upgrade, 'user-agent': userAgent } = request.headers;
      if (
        request.method !== 'GET' ||
        upgrade?.toLowerCase() !== 'websocket' ||
        version !== '13' ||
        Buffer.from(key, 'base64').length !== 16
      ) {
        refuseHandshake(tcp, '400 Bad Request');
        return;
      }
      const accepted = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
      tcp.cork();
      tcp.write(`${[...accepted, `Sec-WebSocket-Accept: ${createAcceptKey(key)}`].join('\r\n')}\r\n\r\n`);
      if (tcp instanceof Socket) tcp.setTimeout(0);
      if (head.length > 0) tcp.unshift(head);
      const link = new ScreenWebSocket(tcp, { address, userAgent, second, settings });
      tcp.uncork();
      if (!tcp.destroyed) links.add(link);
    },
    /** Ends all links, also those that have not joined, so that their screens connect to another process. */
    dropAll(): void {
      for (const link of links) link.drop();
    },
    close(): void {
      clearInterval(ticks);
      for (const link of links) link.terminate();
    },
  };
}

/** Answers a handshake that is not admitted, and closes its connection. */
export function refuseHandshake(tcp: Duplex, status: string): void {
  // The client may have disconnected already. An unhandled `error` event would end the process.
  tcp.on('error', () => tcp.destroy());
  tcp.once('finish', () => tcp.destroy());
  tcp.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

interface LinkSettings extends ScreenWebSocketsDeps {
  /** Ticks between two pings, and until the pong. */
  pingEvery: number;
  pongWithin: number;
  onClosed: (link: ScreenWebSocket) => void;
}

/** All connections share these listeners, which find the link by `this`: separate ones would cost a kilobyte for each of thousands of screens. */
const LINK = Symbol('link');
interface Linked extends Duplex {
  [LINK]?: ScreenWebSocket;
}
function onData(this: Linked, chunk: Buffer): void {
  this[LINK]?.receiveBytes(chunk);
}
function onEnd(this: Linked): void {
  this.end();
}
function onClose(this: Linked): void {
  this[LINK]?.closed();
}
/** The event `close` follows. */
function onError(this: Linked): void {
  this.destroy();
}

class ScreenWebSocket implements ScreenLink, FrameReceiver {
  readonly guard: LinkGuard;
  readonly #tcp: Linked;
  readonly #settings: LinkSettings;
  readonly #reader: FrameReader;
  #userAgent: string | undefined;
  #screen: ConnectedScreen | undefined;
  #isJoining = false;
  /** True after the closing frame was sent. */
  #isEnding = false;
  /** Tick at which the next ping is sent; after a ping, the tick until which its answer is expected. */
  #dueAt: number;
  #awaitsPong = false;

  constructor(
    tcp: Duplex,
    { address, userAgent, second, settings }: { address: string; userAgent: string | undefined; second: number; settings: LinkSettings },
  ) {
    this.#tcp = Object.assign(tcp, { [LINK]: this });
    this.#settings = settings;
    this.#reader = new FrameReader(settings.maxMessageBytes);
    this.#userAgent = userAgent;
    this.#dueAt = second + settings.pingEvery;
    tcp.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
    const { maxMessageBytes, pingIntervalMs, pongTimeoutMs } = settings;
    this.#write(encodeOpen({ sid: randomUUID(), pingInterval: pingIntervalMs, pingTimeout: pongTimeoutMs, maxPayload: maxMessageBytes }));
    this.guard = new LinkGuard(this, address, settings);
  }

  isOpen(): boolean {
    return !this.#isEnding && this.#tcp.writable;
  }

  terminate(): void {
    this.#tcp.destroy();
  }

  send(message: ScreenMessage): void {
    this.#write(message.frame);
  }

  disconnect(): void {
    this.#write(DISCONNECT_FRAME);
    this.drop();
  }

  drop(): void {
    if (!this.isOpen()) return;
    this.#write(encodeFrame(OPCODES.close, NORMAL_CLOSURE));
    this.#isEnding = true;
    this.#tcp.end();
    setTimeout(() => this.terminate(), CLOSE_WITHIN_MS).unref();
  }

  /** Sends a ping when one is due, and ends the link when the last one was not answered. Called once a second. */
  tick(second: number): void {
    if (second < this.#dueAt) return;
    if (this.#awaitsPong) return this.terminate();
    this.#awaitsPong = true;
    this.#dueAt = second + this.#settings.pongWithin;
    this.#write(PING_FRAME);
  }

  receiveBytes(chunk: Buffer): void {
    if (!this.isOpen() || !this.guard.countBytes(chunk.length)) return;
    const violation = this.#reader.read(chunk, this);
    if (violation !== undefined) this.guard.cutOff(violation);
  }

  onFragment(): boolean {
    return this.guard.countMessage();
  }

  onControl(opcode: number, payload: Buffer): boolean {
    if (!this.guard.countMessage()) return false;
    if (opcode === OPCODES.ping) this.#write(encodeFrame(OPCODES.pong, payload));
    if (opcode === OPCODES.close) this.drop();
    return this.isOpen();
  }

  onText(text: string): boolean {
    if (this.guard.countMessage()) this.#receive(readScreenPacket(text));
    return this.isOpen();
  }

  closed(): void {
    this.guard.closed();
    this.#settings.onClosed(this);
    if (this.#screen) this.#settings.screens.remove(this.#screen);
  }

  #receive(packet: ScreenPacket): void {
    if (packet.type === 'event' && this.#screen) {
      const { event, payload, acknowledgement } = packet;
      const acknowledge =
        acknowledgement === undefined ? undefined : (response: unknown) => this.#write(encodeAcknowledgement(acknowledgement, response));
      this.#settings.screens.receive(this.#screen, event, payload, acknowledge);
    } else if (packet.type === 'pong' && this.#awaitsPong) {
      this.#awaitsPong = false;
      this.#dueAt += this.#settings.pingEvery - this.#settings.pongWithin;
    } else if (packet.type === 'join' && !this.#screen && !this.#isJoining) void this.#join(packet.credentials);
    else if (packet.type === 'leave') this.drop();
    else if (packet.type === 'unknown namespace') this.guard.cutOff('an unknown namespace');
    // Late pongs, and joins of a screen that has joined, are counted as messages.
    else if (packet.type === 'unknown' || packet.type === 'event') this.guard.cutOff(`an unknown packet in ${NAMESPACES.screen}`);
  }

  async #join(credentials: Record<string, unknown>): Promise<void> {
    const { guard } = this;
    if (!guard.joining()) return;
    this.#isJoining = true;
    const { screens } = this.#settings;
    const screen = await screens.authenticate(credentials, { guard, userAgent: this.#userAgent });
    this.#isJoining = false;
    if (!this.isOpen()) return;
    if (screen === AUTHENTICATION_UNAVAILABLE) return this.drop();
    if (typeof screen === 'string') {
      this.#write(encodeRefusal(screen));
      return guard.refused();
    }
    this.#userAgent = undefined;
    this.#write(encodeConnected(randomUUID()));
    this.#screen = screens.add(this, screen);
  }

  #write(frame: Buffer): void {
    if (!this.isOpen()) return;
    if (this.#tcp.writableLength > MAX_UNREAD_BYTES) this.guard.cutOff('it does not read');
    else this.#tcp.write(frame);
  }
}
