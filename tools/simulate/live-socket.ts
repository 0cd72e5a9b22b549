import { LIVE_PATH, SCREEN_CLIENT } from '@vitrine/contract/live';
import type { io } from 'socket.io-client';
import WebSocket from 'ws';
import { readPacket } from './packets.ts';

type Listener = (payload: unknown) => void;

interface Acknowledgement {
  resolve: (response: unknown) => void;
  reject: (cause: Error) => void;
  timer: ReturnType<typeof setTimeout>;
}

/** Time limit until the server has sent its own ping interval and timeout. */
const HANDSHAKE_TIMEOUT_MS = 20_000;
const [PING, OPEN] = ['2', '0'].map((type) => type.charCodeAt(0));

/**
 * The part of Socket.IO's client that the screen's live link (apps/screen/src/sync/live-link.ts) uses: Engine.IO 4 and Socket.IO 5 over one WebSocket. The
 * official client needs ten times the memory and time, so that five thousand of them would be measured instead of the server. The live link
 * decides when to reconnect.
 */
export class LiveSocket {
  connected = false;
  /** False after the server closed or refused the connection, until `connect` is called. */
  active = true;
  #origin: string;
  #namespace: string;
  #auth: unknown;
  #localAddress: string | undefined;
  #socket: WebSocket | undefined;
  #listeners = new Map<string, Listener>();
  #acknowledgements = new Map<number, Acknowledgement>();
  #nextId = 0;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(origin: string, namespace: string, auth: unknown, localAddress?: string) {
    this.#origin = origin;
    this.#localAddress = localAddress;
    this.#namespace = namespace;
    this.#auth = auth;
    this.connect();
  }

  on(name: string, listener: Listener): void {
    this.#listeners.set(name, listener);
  }

  off(): void {
    this.#listeners.clear();
  }

  connect(): void {
    if (this.#socket) return;
    const url = `${this.#origin.replace(/^http/, 'ws')}${LIVE_PATH}/?client=${SCREEN_CLIENT.client}&EIO=4&transport=websocket`;
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      ...(this.#localAddress && { localAddress: this.#localAddress }),
    });
    this.#socket = socket;
    this.active = true;
    this.#restartSilenceTimer(HANDSHAKE_TIMEOUT_MS);
    socket.on('message', (bytes: Buffer) => this.#receive(bytes));
    // The close event that follows is handled.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#socket === socket && this.#end('transport close', true));
  }

  disconnect(): void {
    this.#send(`41${this.#namespace},`);
    this.#end('io client disconnect', false);
  }

  /** Drops the connection without a closing handshake, like an unplugged cable. */
  terminate(): void {
    this.#socket?.terminate();
  }

  emit(name: string, payload: unknown): void {
    this.#send(`42${this.#namespace},${JSON.stringify([name, payload])}`);
  }

  /** The promise of `emitWithAck` resolves with the acknowledgement. It rejects after `limitMs` or when the connection ends. */
  timeout(limitMs: number) {
    return {
      emitWithAck: (name: string, payload: unknown): Promise<unknown> =>
        new Promise((resolve, reject) => {
          const id = this.#nextId++;
          const onTimeout = () => {
            this.#acknowledgements.delete(id);
            reject(new Error('no acknowledgement'));
          };
          this.#acknowledgements.set(id, { resolve, reject, timer: setTimeout(onTimeout, limitMs) });
          this.#send(`42${this.#namespace},${id}${JSON.stringify([name, payload])}`);
        }),
    };
  }

  #send(text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  #receive(bytes: Buffer): void {
    this.#silenceTimer?.refresh();
    if (bytes[0] === PING) this.#send('3');
    else if (bytes[0] === OPEN) this.#onOpen(bytes.toString().slice(1));
    else this.#receivePacket(bytes);
  }

  #onOpen(text: string): void {
    const { pingInterval, pingTimeout } = JSON.parse(text) as { pingInterval: number; pingTimeout: number };
    // A server that is silent for longer than announced is considered dead.
    this.#restartSilenceTimer(pingInterval + pingTimeout);
    this.#send(`40${this.#namespace},${JSON.stringify(this.#auth)}`);
  }

  #receivePacket(bytes: Buffer): void {
    const { type, id, payload } = readPacket(bytes);
    if (type === 'event') {
      const [name, argument] = payload as [string, unknown];
      this.#notify(name, argument);
    } else if (type === 'acknowledgement') {
      const [response] = payload as unknown[];
      clearTimeout(this.#acknowledgements.get(id)?.timer);
      this.#acknowledgements.get(id)?.resolve(response);
      this.#acknowledgements.delete(id);
    } else if (type === 'connect') {
      this.connected = true;
      this.#notify('connect', undefined);
    } else this.#end('io server disconnect', false);
  }

  #restartSilenceTimer(durationMs: number): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => this.terminate(), durationMs);
  }

  /** Closes the connection and notifies the listeners once. */
  #end(reason: string, active: boolean): void {
    const [socket, wasConnected] = [this.#socket, this.connected];
    this.#socket = undefined;
    this.connected = false;
    this.active = active;
    clearTimeout(this.#silenceTimer);
    socket?.close();
    for (const { reject, timer } of this.#acknowledgements.values()) {
      clearTimeout(timer);
      reject(new Error('the connection ended'));
    }
    this.#acknowledgements.clear();
    this.#notify(wasConnected ? 'disconnect' : 'connect_error', reason);
  }

  #notify(name: string, payload: unknown): void {
    this.#listeners.get(name)?.(payload);
  }
}

/** Replaces Socket.IO's `io` for the screen's live link. Connects from this address of the machine, if one is given. */
export const connectTo = (origin: string, localAddress?: string): typeof io =>
  ((namespace: string, { auth }: { auth: unknown }) => new LiveSocket(origin, namespace, auth, localAddress)) as unknown as typeof io;
