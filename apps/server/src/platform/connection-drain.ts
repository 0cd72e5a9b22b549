import type { Server, ServerResponse } from 'node:http';
import net from 'node:net';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';

const POLL_INTERVAL_MS = 20;
/** How long waiting connections are accepted before the listeners close. */
const ACCEPT_LIMIT_MS = 1000;

interface DrainOptions {
  /**
   * Time without requests after which draining ends. A proxy keeps connections open, and closing one just as it is used again costs a request that may not be
   * repeated. Connections in use close after one more response, idle ones may be closed.
   */
  idleMs: number;
  /** Maximum duration; later responses are not sent. */
  limitMs: number;
}

/**
 * Graceful shutdown of a server behind a proxy: no new connections, and every open connection gets a final response that announces its end. Node's own
 * `close` closes idle connections at once, and waits indefinitely for those that a busy proxy keeps using.
 */
export function createConnectionDrain(server: Server) {
  const underWay = new Set<ServerResponse>();
  let isLast = false;
  let quietSince = 0;
  let accepted = 0;
  server.on('connection', () => accepted++);
  const setConnectionClose = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  server.prependListener('request', (_request, response: ServerResponse) => {
    underWay.add(response);
    if (isLast) setConnectionClose(response);
    response.once('close', () => {
      underWay.delete(response);
      quietSince = performance.now();
    });
  });

  return {
    /**
     * Resolves when no connection waits in the queue of a listener. The system resets those that wait when the listener closes, and a proxy that has sent a POST
     * on one does not repeat it. Each listener accepts one connection in a turn of the event loop. Call it immediately before a listener closes.
     */
    async acceptPending(): Promise<void> {
      const until = performance.now() + ACCEPT_LIMIT_MS;
      // The first turn may have begun after its connections were accepted.
      await setImmediate();
      for (let before = -1; before !== accepted && performance.now() < until; ) {
        before = accepted;
        await setImmediate();
      }
    },

    /** Resolves once all requests were answered, or were cut off at the limit. Remaining connections may be closed. */
    async drain({ idleMs, limitMs }: DrainOptions): Promise<void> {
      if (!server.listening) return;
      const until = performance.now() + limitMs;
      isLast = true;
      quietSince = performance.now();
      for (const response of underWay) setConnectionClose(response);
      // The one of http closes idle connections as well.
      net.Server.prototype.close.call(server);
      while (performance.now() < until) {
        if (underWay.size === 0 && performance.now() - quietSince >= idleMs) return;
        await wait(POLL_INTERVAL_MS);
      }
      server.closeAllConnections();
    },
  };
}
