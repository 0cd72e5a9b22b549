import { type DemoServer, startServer } from './demo-server.ts';
import { keepMade, readMade, removeDemo } from './made.ts';
import { makeHousehold, playScreens } from './make-household.ts';

export interface Demo {
  server: DemoServer;
  stop(): Promise<void>;
}

/** Starts the product with the demo household and creates the household when it does not exist. A partly created household is deleted first. */
export async function startDemo(dataDir: string, port: number, say: (line: string) => void): Promise<Demo> {
  const made = await readMade(dataDir);
  if (made?.state === 'making') {
    say('The demo household is incomplete. Starting over.');
    await stopLeftovers(dataDir, port);
    await removeDemo(dataDir);
  }
  if (made?.state !== 'made') await keepMade(dataDir, { state: 'making' });
  say('Starting Vitrine (built on the first start)…');
  const server = await startServer(dataDir, port);
  try {
    const screens = made?.state === 'made' ? made.screens : await makeHousehold(server, say);
    await keepMade(dataDir, { state: 'made', screens });
    const fleet = playScreens(server, screens);
    const stop = async () => {
      fleet.close();
      await server.stop();
    };
    return { server, stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** A run that was killed may have left its database running, which a start and a stop of the server end. */
async function stopLeftovers(dataDir: string, port: number): Promise<void> {
  const server = await startServer(dataDir, port);
  await server.stop();
}
