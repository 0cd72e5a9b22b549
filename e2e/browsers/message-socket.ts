import { WebSocket } from 'ws';

const ANSWER_LIMIT_MS = 30_000;

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
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (cause: Error) => void }>();
  #lastId = 0;

  private constructor(socket: WebSocket, handleEvent: (method: string, params: unknown) => void) {
    this.#socket = socket;
    socket.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString()) as Message;
      if (message.id === undefined) handleEvent(message.method ?? '', message.params);
      else this.#settle(message.id, message);
    });
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The browser closed the connection.'));
      this.#waiting.clear();
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
      const timer = setTimeout(() => this.#settle(id, { error: { message: `no answer within ${ANSWER_LIMIT_MS} ms` } }), ANSWER_LIMIT_MS);
      const stop = () => clearTimeout(timer);
      this.#waiting.set(id, {
        resolve: (result) => (stop(), resolve(result as T)),
        reject: (cause) => (stop(), reject(new Error(`${method}: ${cause.message}`))),
      });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): void {
    this.#socket.terminate();
  }

  #settle(id: number, { error, result }: Message): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(JSON.stringify(error)));
    else waiting?.resolve(result);
  }
}
