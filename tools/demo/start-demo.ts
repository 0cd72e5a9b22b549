import { type DemoServer, startServer } from './demo-server.ts';
import { readDemoState, removeDemo, saveDemoState } from './demo-state.ts';
import { makeHousehold, playScreens } from './make-household.ts';

export interface Demo {
  server: DemoServer;
  stop(): Promise<void>;
}

/** Starts the product with the demo household and creates the household when it does not exist. A partly created household is deleted first. */
export async function startDemo(dataDir: string, port: number, print: (line: string) => void): Promise<Demo> {
  const state = await readDemoState(dataDir);
  if (state?.state === 'making') {
    print('The demo household is incomplete. Starting over.');
    await stopOrphanedDatabase(dataDir, port);
    await removeDemo(dataDir);
  }
  if (state?.state !== 'made') await saveDemoState(dataDir, { state: 'making' });
  print('Starting Vitrine (built on the first start)…');
  const server = await startServer(dataDir, port);
  try {
    const screens = state?.state === 'made' ? state.screens : await makeHousehold(server, print);
    await saveDemoState(dataDir, { state: 'made', screens });
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

/** Starts and stops the server, because a killed run may have left its database running. */
async function stopOrphanedDatabase(dataDir: string, port: number): Promise<void> {
  const server = await startServer(dataDir, port);
  await server.stop();
}
