import pg from 'pg';

const TIMEOUT_MS = 8000;

/** Connects without settings of the client, so that the settings of the role and the database apply. The caller ends the connection. */
export async function connectDoctor(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'vitrine doctor',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** Runs work on a connection and ends it. */
export async function withDoctorConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectDoctor(url);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
