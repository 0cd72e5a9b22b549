import pg from 'pg';

/** A connection keeps what it prepared until it is closed: this many texts, of which most connections see a few. */
const MAX_TEXTS = 300;
/** Lists of values in the text come in every length: the long ones would crowd out the rest. */
const MAX_VALUES = 32;

const names = new Map<string, string>();

/** The name under which connections prepare this text; undefined when it is not worth a place. */
function nameOf(text: string, values: unknown): string | undefined {
  if (!Array.isArray(values) || values.length === 0 || values.length > MAX_VALUES) return undefined;
  const known = names.get(text);
  if (known || names.size >= MAX_TEXTS) return known;
  const name = `v${names.size}`;
  names.set(text, name);
  return name;
}

type Query = (...args: unknown[]) => unknown;

/**
 * A connection that prepares each statement once: PostgreSQL parses a text for the first request alone, and keeps its plan where
 * that does not depend on the values. Needs connections of its own: nothing in between may hand them around.
 */
export class PreparedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as Query;
    this.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
      const name = typeof text === 'string' ? nameOf(text, values) : undefined;
      return name ? query({ name, text, values }, ...rest) : query(text, values, ...rest);
    }) as pg.Client['query'];
  }
}
