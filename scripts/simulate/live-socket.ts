import { LIVE_PATH, NAMESPACES } from '@vitrine/contract/live';
import WebSocket from 'ws';

export interface LiveSocketOptions {
  origin: string;
  /** What the namespace is told to know who comes. */
  auth: Record<string, string>;
  onConnected: () => void;
  onEvent: (name: string, payload: unknown) => void;
  /** The link is gone, for whatever reason; called once. */
  onClosed: () => void;
}

/**
 * The screen's end of the live link, as Engine.IO 4 and Socket.IO 5 put it on a WebSocket. Their own client needs
 * ten times the memory and time of this, and five thousand of it would be measured instead of the server.
 */
export class LiveSocket {
  #socket: WebSocket;
  #acknowledgements = new Map<number, () => void>();
  #nextId = 0;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #silentMs = 60_000;
  #options: LiveSocketOptions;

  constructor(options: LiveSocketOptions) {
    this.#options = options;
    const url = `${options.origin.replace(/^http/, 'ws')}${LIVE_PATH}/?EIO=4&transport=websocket`;
    this.#socket = new WebSocket(url, { perMessageDeflate: false, handshakeTimeout: 20_000 });
    this.#socket.on('message', (data: Buffer) => this.#receive(data.toString()));
    // The reason is in the close that follows.
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      clearTimeout(this.#silence);
      options.onClosed();
    });
  }

  /** Sends an event; `acknowledged` is called when the other end has dealt with it. */
  send(name: string, payload: unknown, acknowledged?: () => void): void {
    const id = acknowledged ? String(this.#nextId++) : '';
    if (acknowledged) this.#acknowledgements.set(Number(id), acknowledged);
    this.#send(`42${NAMESPACES.screen},${id}${JSON.stringify([name, payload])}`);
  }

  close(): void {
    this.#socket.close();
  }

  /** Goes as a cable that is pulled: without a word. */
  vanish(): void {
    this.#socket.terminate();
  }

  #send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  #receive(text: string): void {
    if (text === '2') this.#send('3');
    else if (text.startsWith('0')) this.#opened(text);
    else if (text.startsWith(`40${NAMESPACES.screen}`)) this.#options.onConnected();
    else if (text.startsWith(`42${NAMESPACES.screen}`)) this.#receiveEvent(text);
    else if (text.startsWith(`43${NAMESPACES.screen}`)) this.#receiveAcknowledgement(text);
    // 41 and 44: thrown out, or not let in.
    else if (text.startsWith('4')) this.#socket.close();
    this.#expectMore();
  }

  #opened(text: string): void {
    const { pingInterval, pingTimeout } = JSON.parse(text.slice(1)) as { pingInterval: number; pingTimeout: number };
    this.#silentMs = pingInterval + pingTimeout;
    this.#send(`40${NAMESPACES.screen},${JSON.stringify(this.#options.auth)}`);
  }

  #receiveEvent(text: string): void {
    const [name, payload] = JSON.parse(text.slice(text.indexOf('['))) as [string, unknown];
    this.#options.onEvent(name, payload);
  }

  #receiveAcknowledgement(text: string): void {
    const id = Number(text.slice(text.indexOf(',') + 1, text.indexOf('[')));
    this.#acknowledgements.get(id)?.();
    this.#acknowledgements.delete(id);
  }

  /** A server that says nothing for longer than it promised is gone. */
  #expectMore(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.vanish(), this.#silentMs);
  }
}
