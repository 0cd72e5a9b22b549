import { hash } from 'node:crypto';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { slowStatements } from './slow-statements.ts';

/** Maximum number of prepared statements per connection. Each uses memory in PostgreSQL; most connections need fewer. */
export const MAX_STATEMENTS = 300;
/** A text with a list of values depends on the length of the list. Long lists are parsed each time, so that they do not evict recurring statements. */
const MAX_PREPARED_PARAMETERS = 32;

/** Hashing costs more than looking up, so each text in use is hashed once. */
const names = new LRUCache<string, string>({ max: 1000 });

/** Returns the statement name for a text, which is the same in all processes; undefined when the text is not prepared. */
function getStatementName(text: string, values: unknown): string | undefined {
  if (!Array.isArray(values) || values.length === 0 || values.length > MAX_PREPARED_PARAMETERS) return undefined;
  const known = names.get(text);
  if (known) return known;
  const name = `v_${hash('sha256', text, 'hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

const getQueryText = (query: unknown): string => (typeof query === 'string' ? query : ((query as { text?: string }).text ?? ''));

type Query = (...args: unknown[]) => unknown;

/** The part of pg's connection that prepares: `parse` is called for a name that `parsedStatements` does not have, `bind` for each use. */
interface Connection {
  parsedStatements: Record<string, string>;
  parse(statement: { name?: string; text: string }): void;
  bind(use: { statement?: string }): void;
  close(statement: { type: 'S'; name: string }): void;
}

/**
 * A connection that prepares each statement once: PostgreSQL parses a text only for the first request and reuses its plan unless it depends on the values.
 * The name is derived from the text, so a pooler that shares connections cannot mix them up.
 */
export class PreparedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as Query;
    this.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
      const name = typeof text === 'string' ? getStatementName(text, values) : undefined;
      const begunAt = performance.now();
      const answer = name ? query({ name, text, values }, ...rest) : query(text, values, ...rest);
      if (answer instanceof Promise) {
        const recordUse = () => slowStatements.record(getQueryText(text), performance.now() - begunAt);
        answer.then(recordUse, (error: Error) => {
          recordUse();
          this.#endIfUnresponsive(error);
        });
      }
      return answer;
    }) as pg.Client['query'];
    createStatementCache((this as unknown as { connection: Connection }).connection);
  }

  /** Later queries on a connection that stopped answering would wait behind the current one. */
  #endIfUnresponsive(error: Error): void {
    if (error.message === 'Query read timeout') (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }
}

/** Closes the statement that was not used for longest before one too many is prepared. The message travels with those of the query, so it costs no round trip. */
function createStatementCache(connection: Connection): void {
  const prepared = new LRUCache<string, true>({
    max: MAX_STATEMENTS,
    dispose(_, name, reason) {
      if (reason !== 'evict') return;
      connection.close({ type: 'S', name });
      delete connection.parsedStatements[name];
    },
  });
  const parse = connection.parse.bind(connection);
  const bind = connection.bind.bind(connection);
  connection.parse = (statement) => {
    if (statement.name) prepared.set(statement.name, true);
    parse(statement);
  };
  connection.bind = (use) => {
    if (use.statement) prepared.get(use.statement);
    bind(use);
  };
}
