import pg from 'pg';
import { OperatorError } from '../operator-error.ts';

const TIMEOUT_MS = 10_000;

/** Connects once. Throws an `OperatorError` that explains why the database cannot be used, and names the variable with its address. */
export async function checkConnection(url: string, variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } catch (cause) {
    throw new OperatorError(describeConnectionError(cause, url, variable), { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Explains in one sentence why a database cannot be used. The password is never part of it. */
export function describeConnectionError(error: unknown, url: string, variable: string): string {
  const { host, username, pathname } = new URL(url);
  const at = `the database at ${host || 'this machine'}`;
  switch (getErrorCode(error)) {
    case '28P01':
    case '28000':
      return `User “${decodeURIComponent(username)}” cannot sign in to ${at}. Check the user and password in ${variable}.`;
    case '3D000':
      return `There is no database “${decodeURIComponent(pathname.slice(1))}” at ${host || 'this machine'}. Create it, or correct ${variable}.`;
    case '53300':
      return `All connections of ${at} are in use. Increase max_connections, or use PgBouncer.`;
    case '57P03':
      return `${at[0]?.toUpperCase()}${at.slice(1)} is starting or shutting down. Try again in a moment.`;
    default:
      return `Could not connect to ${at} (${getErrorCode(error) ?? messageOf(error)}). Check ${variable}, and that PostgreSQL is running.`;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The first code of an error, or of the attempts that an AggregateError combines. */
function getErrorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? getErrorCode(error.errors[0]) : undefined;
}
