import type { Server, ServerResponse } from 'node:http';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_INTERVAL_MS = 20;

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
    /** Resolves once all requests were answered. Remaining connections may be closed. */
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
    },
  };
}
