/**
 * `npm run demo`: the product as `npm start` runs it, with a household that is made at the first start and found again at the next.
 * PORT and DATA_DIR count as they do there; the folder is `data-demo` without.
 */
import path from 'node:path';
import { PASSWORD } from './demo/demo-server.ts';
import { PEOPLE } from './demo/household.ts';
import { startDemo } from './demo/start-demo.ts';

const dataDir = path.resolve(process.env['DATA_DIR'] || 'data-demo');
const port = Number(process.env['PORT'] || 3000);
const say = (line: string) => console.log(line);

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
  const demo = await startDemo(dataDir, port, say);
  stop = demo.stop;
  const width = Math.max(...Object.values(PEOPLE).map(({ email }) => email.length));
  say(`\nThe demo is ready at ${demo.server.origin}`);
  say(`The password for all accounts is "${PASSWORD}":`);
  for (const { email, is } of Object.values(PEOPLE)) say(`  ${email.padEnd(width)}  ${is}`);
  say('Two simulated screens play their published playlists. Press Ctrl-C to stop. The demo data stays in ' + dataDir);
  demo.server.speak();
  await demo.server.ended;
  process.exit(isStopping ? 0 : 1);
} catch (error) {
  if (!isStopping) console.error(error instanceof Error ? error.message : error);
  process.exit(isStopping ? 0 : 1);
}
