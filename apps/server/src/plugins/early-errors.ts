import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode, type Failure } from '@vitrine/contract';
import type { FastifyReply, FastifyServerOptions } from 'fastify';
import { newId } from '../platform/ids.ts';

type FrameworkErrors = NonNullable<FastifyServerOptions['frameworkErrors']>;
type ClientErrors = NonNullable<FastifyServerOptions['clientErrorHandler']>;

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

const envelope = (code: ErrorCode, requestId: string): Failure => ({ error: true, code, message: ERRORS[code].message, requestId });

/** Answers requests whose address the router cannot read, in the API's envelope. No hook runs for them. */
export const answerUnroutable: FrameworkErrors = (error, request, reply) => {
  const code = error.statusCode === 414 || error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'ADDRESS_TOO_LONG' : 'ADDRESS_INVALID';
  void (reply as FastifyReply).code(ERRORS[code].status).headers(HEADERS).send(envelope(code, request.id));
};

const PARSER_ERRORS: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** Answers what is not HTTP, or has headers beyond the limit, in the API's envelope, and closes the connection. */
export const answerUnreadable: ClientErrors = function answerUnreadable(error, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const code = PARSER_ERRORS[error.code] ?? 'REQUEST_UNREADABLE';
  const { status } = ERRORS[code];
  const body = JSON.stringify(envelope(code, newId()));
  const head = Object.entries({ ...HEADERS, 'content-length': Buffer.byteLength(body), connection: 'close' });
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
    );
  socket.destroySoon();
};
