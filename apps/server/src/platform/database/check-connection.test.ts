import { describe, expect, inject, it } from 'vitest';
import { withDatabase } from '../../testing/global-setup.ts';
import { OperatorError } from '../operator-error.ts';
import { checkConnection, describeConnectionError } from './check-connection.ts';

const refuse = (url: string) =>
  checkConnection(url, 'DATABASE_URL').then(
    () => 'connected',
    (error: unknown) => (error instanceof OperatorError ? error.message : String(error)),
  );

describe('checkConnection', () => {
  it('accepts a database that responds', async () => {
    expect(await refuse(inject('databaseUrl'))).toBe('connected');
  });

  it('names the address and the error code when nothing listens there', async () => {
    expect(await refuse('postgres://vitrine:secret@127.0.0.1:9/vitrine')).toBe(
      'Could not connect to the database at 127.0.0.1:9 (ECONNREFUSED). Check DATABASE_URL, and that PostgreSQL is running.',
    );
  });

  it('names a database that does not exist', async () => {
    expect(await refuse(withDatabase(inject('databaseUrl'), 'no_such_database'))).toMatch(
      /^There is no database “no_such_database” at .+\. Create it, or correct DATABASE_URL\.$/,
    );
  });
});

describe('describeConnectionError', () => {
  const describeCode = (code: string) =>
    describeConnectionError(Object.assign(new Error('no'), { code }), 'postgres://wall%20user:secret@db:5432/wall', 'DATABASE_DIRECT_URL');

  it.each([
    ['28P01', 'User “wall user” cannot sign in to the database at db:5432. Check the user and password in DATABASE_DIRECT_URL.'],
    ['53300', 'All connections of the database at db:5432 are in use. Increase max_connections, or use PgBouncer.'],
    ['57P03', 'The database at db:5432 is starting or shutting down. Try again in a moment.'],
  ])('explains %s without the password', (code, message) => {
    expect(describeCode(code)).toBe(message);
  });
});
