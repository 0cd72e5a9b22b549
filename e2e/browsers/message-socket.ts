import { WebSocket } from 'ws';

const RESPONSE_TIMEOUT_MS = 30_000;

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: unknown;
}

/** Commands and events over a WebSocket, in the form that the Chrome DevTools Protocol and WebDriver BiDi share. */
export class MessageSocket {
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, { resolve: (result: unknown) => void; reject: (cause: Error) => void }>();
  #lastId = 0;

  private constructor(socket: WebSocket, handleEvent: (method: string, params: unknown) => void) {
    this.#socket = socket;
    socket.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString()) as Message;
      if (message.id === undefined) handleEvent(message.method ?? '', message.params);
      else this.#complete(message.id, message);
    });
    socket.on('close', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('The browser closed the connection.'));
      this.#pending.clear();
    });
  }

  static async open(url: string, handleEvent: (method: string, params: unknown) => void): Promise<MessageSocket> {
    const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 256 * 1024 * 1024 });
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return new MessageSocket(socket, handleEvent);
  }

  send<T>(method: string, params: object = {}): Promise<T> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(
        () => this.#complete(id, { error: { message: `no response within ${RESPONSE_TIMEOUT_MS} ms` } }),
        RESPONSE_TIMEOUT_MS,
      );
      const stopTimer = () => clearTimeout(timer);
      this.#pending.set(id, {
        resolve: (result) => (stopTimer(), resolve(result as T)),
        reject: (cause) => (stopTimer(), reject(new Error(`${method}: ${cause.message}`))),
      });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): void {
    this.#socket.terminate();
  }

  #complete(id: number, { error, result }: Message): void {
    const request = this.#pending.get(id);
    this.#pending.delete(id);
    if (error) request?.reject(new Error(JSON.stringify(error)));
    else request?.resolve(result);
  }
}
