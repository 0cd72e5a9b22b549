import { randomBytes } from 'node:crypto';
import { Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/** Clients resume the session from the start of the control connection as long as it lasts. This is the maximum that TLS 1.3 allows. */
const SESSION_TIMEOUT_S = 7 * 24 * 3600;
const TICKET_KEY_BYTES = 48;
const SESSION_ID_CONTEXT_BYTES = 8;
/** Sessions kept for clients of TLS 1.2 that use session ids instead of tickets. A control connection needs one. */
const MAX_SESSIONS = 4;

/** TLS of one control connection and of its data connections. */
export interface ConnectionTls {
  secureControl(raw: Socket): TLSSocket;
  /** Fails the handshake unless the client resumes a session of the control connection. */
  secureData(raw: Socket): TLSSocket;
}

/**
 * Sessions are issued by the handshake of the control connection only. Data connections can decrypt its tickets, because they share its keys, but have no
 * certificate: a full handshake on a data port fails, so an attacker cannot obtain a session there.
 */
export function createConnectionTls(certificate: string): ConnectionTls {
  const shared = {
    minVersion: 'TLSv1.2',
    ticketKeys: randomBytes(TICKET_KEY_BYTES),
    sessionIdContext: randomBytes(SESSION_ID_CONTEXT_BYTES).toString('hex'),
    sessionTimeout: SESSION_TIMEOUT_S,
  } as const;
  const controlContext = createSecureContext({ ...shared, key: certificate, cert: certificate });
  const dataContext = createSecureContext(shared);
  const server = createSessionStore();
  return {
    secureControl: (raw) => new TLSSocket(raw, { isServer: true, secureContext: controlContext, server }),
    secureData: (raw) => new TLSSocket(raw, { isServer: true, secureContext: dataContext, server }),
  };
}

/** Node requests sessions by events of a server. This server never listens. */
function createSessionStore(): Server {
  const sessions = new Map<string, Buffer>();
  const server = new Server();
  server.on('newSession', (id: Buffer, session: Buffer, done: () => void) => {
    if (sessions.size < MAX_SESSIONS) sessions.set(id.toString('hex'), session);
    done();
  });
  server.on('resumeSession', (id: Buffer, done: (error: null, session: Buffer | null) => void) =>
    done(null, sessions.get(id.toString('hex')) ?? null),
  );
  return server;
}
