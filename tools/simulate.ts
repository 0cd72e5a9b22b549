/**
 * Simulates screens for demos and load tests over the real protocol: `npm run simulate -- --screens 50 [--url http://localhost:3000]`. Screens register once
 * and are stored in a file, so that the next run uses the same ones. `--email` and `--password` of an account add them to it as devices, as many as its plan
 * allows.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addAsDevices } from './simulate/add-devices.ts';
import { Fleet } from './simulate/fleet.ts';
import { createScreenCalls, type ScreenIdentity } from './simulate/screen-calls.ts';

const { values } = parseArgs({
  options: {
    screens: { type: 'string', default: '10' },
    url: { type: 'string', default: 'http://localhost:3000' },
    email: { type: 'string' },
    password: { type: 'string' },
  },
});
const count = Number(values.screens);
if (!Number.isInteger(count) || count < 1 || count > 50_000) throw new Error('--screens takes a number from 1 to 50000');
// Not by name: it may stand for ::1, where there are no other addresses of this machine.
const { origin, hostname } = new URL(values.url.replace('//localhost', '//127.0.0.1'));

const kept = path.join(os.homedir(), '.vitrine', `simulated-${new URL(origin).host.replace(/\W/g, '-')}.json`);
const identities = await knownOrNew();
const { email, password } = values;
if (email && password) console.log(await addAsDevices(origin, email, password, identities));

const fleet = new Fleet({ origin, identities, addressOf });
fleet.open();
const ids = identities.map(({ deviceId }) => deviceId);
console.log(`${count} screens: ${ids.slice(0, 10).join(', ')}${count > 10 ? ', …' : ''} (all in ${kept}). Ctrl-C ends them.`);
let said = '';
const watch = setInterval(() => {
  const forgotten = fleet.forgotten > 0 ? `, ${fleet.forgotten} unknown to this server: delete ${kept} and start again` : '';
  const now = `${fleet.connected} of ${count} connected${forgotten}`;
  if (now !== said) console.log(now);
  said = now;
}, 1000);
process.once('SIGINT', () => {
  clearInterval(watch);
  fleet.close();
  // The parts of a screen run until their page goes.
  setImmediate(() => process.exit());
});

async function knownOrNew(): Promise<ScreenIdentity[]> {
  const found = readKept();
  const calls = createScreenCalls(origin);
  while (found.length < count) {
    const identity = await calls.register(addressOf(found.length));
    if (identity) found.push(identity);
    else {
      console.log(`${found.length} of ${count} have introduced themselves; the server takes 60 a minute from one address`);
      keep(found);
      await sleep(5000);
    }
  }
  calls.close();
  keep(found);
  return found.slice(0, count);
}

/** Gives each household of fifty screens a different local address, as in reality (Linux only, where all of 127.0.0.0/8 is local). */
function addressOf(index: number): string | undefined {
  if (hostname !== '127.0.0.1' || process.platform !== 'linux') return undefined;
  const household = Math.floor(index / 50);
  return `127.1.${Math.floor(household / 250)}.${1 + (household % 250)}`;
}

function readKept(): ScreenIdentity[] {
  try {
    return JSON.parse(readFileSync(kept, 'utf8')) as ScreenIdentity[];
  } catch {
    // The first run against this server.
    return [];
  }
}

function keep(all: ScreenIdentity[]): void {
  mkdirSync(path.dirname(kept), { recursive: true, mode: 0o700 });
  writeFileSync(kept, JSON.stringify(all), { mode: 0o600 });
}
