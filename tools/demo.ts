/**
 * `npm run demo`: starts the product like `npm start`, with a demo household that the first start creates. PORT and DATA_DIR work as for `npm start`; the
 * default folder is `data-demo`.
 */
import path from 'node:path';
import { PASSWORD } from './demo/demo-server.ts';
import { PEOPLE } from './demo/household.ts';
import { startDemo } from './demo/start-demo.ts';

const dataDir = path.resolve(process.env['DATA_DIR'] || 'data-demo');
const port = Number(process.env['PORT'] || 3000);
const print = (line: string) => console.log(line);

let isStopping = false;
// The server receives Ctrl-C as well. A household that was only partly created is recorded as such.
let stop: () => Promise<void> = async () => undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    void stop().finally(() => process.exit(0));
  });

try {
  const demo = await startDemo(dataDir, port, print);
  stop = demo.stop;
  const width = Math.max(...Object.values(PEOPLE).map(({ email }) => email.length));
  print(`\nThe demo is ready at ${demo.server.origin}`);
  print(`The password for all accounts is "${PASSWORD}":`);
  for (const { email, description } of Object.values(PEOPLE)) print(`  ${email.padEnd(width)}  ${description}`);
  print('Two simulated screens play their published playlists. Press Ctrl-C to stop. The demo data stays in ' + dataDir);
  demo.server.showOutput();
  await demo.server.ended;
  process.exit(isStopping ? 0 : 1);
} catch (error) {
  if (!isStopping) console.error(error instanceof Error ? error.message : error);
  process.exit(isStopping ? 0 : 1);
}
