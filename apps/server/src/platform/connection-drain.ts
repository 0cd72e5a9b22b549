import type { Server, ServerResponse } from 'node:http';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_INTERVAL_MS = 20;

interface DrainOptions {
  /**
   * How long nobody has to ask any more. A proxy keeps connections, and one that is closed just as it is used again costs a request that may not be
   * sent twice; those that it uses are gone after one more answer, those that it does not use may be closed.
   */
  idleMs: number;
  /** Whoever has not got an answer by then does not get one. */
  limitMs: number;
}

/**
 * How a server that is behind a proxy ends: nobody new is taken, whoever is connected is answered and told that it was the last time. Node's own
 * `close` closes idle connections at once, and waits for those that a busy proxy goes on using for as long as it does.
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
    /** Resolves once everybody has had an answer. Connections that are left may be closed. */
    async drain({ idleMs: quietMs, limitMs }: DrainOptions): Promise<void> {
      if (!server.listening) return;
      const until = performance.now() + limitMs;
      isLast = true;
      quietSince = performance.now();
      for (const response of underWay) setConnectionClose(response);
      // The one of http closes idle connections as well.
      net.Server.prototype.close.call(server);
      while (performance.now() < until) {
        if (underWay.size === 0 && performance.now() - quietSince >= quietMs) return;
        await wait(POLL_INTERVAL_MS);
      }
    },
  };
}
