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
// The name localhost may resolve to ::1, but only IPv4 has a range of loopback addresses.
const { origin, hostname } = new URL(values.url.replace('//localhost', '//127.0.0.1'));

const identitiesFile = path.join(os.homedir(), '.vitrine', `simulated-${new URL(origin).host.replace(/\W/g, '-')}.json`);
const screenIdentities = await loadOrRegisterScreens();
const { email, password } = values;
if (email && password) console.log(await addAsDevices(origin, email, password, screenIdentities));

const fleet = new Fleet({ origin, identities: screenIdentities, addressOf });
fleet.open();
const ids = screenIdentities.map(({ deviceId }) => deviceId);
console.log(
  `${count} screens: ${ids.slice(0, 10).join(', ')}${count > 10 ? ', …' : ''} (stored in ${identitiesFile}). Press Ctrl-C to stop.`,
);
let lastStatus = '';
const statusTimer = setInterval(() => {
  const unknownHint =
    fleet.unknownCount > 0 ? `, ${fleet.unknownCount} unknown to this server: delete ${identitiesFile} and start again` : '';
  const status = `${fleet.connected} of ${count} connected${unknownHint}`;
  if (status !== lastStatus) console.log(status);
  lastStatus = status;
}, 1000);
process.once('SIGINT', () => {
  clearInterval(statusTimer);
  fleet.close();
  // Timers of the screens would keep the process alive.
  setImmediate(() => process.exit());
});

async function loadOrRegisterScreens(): Promise<ScreenIdentity[]> {
  const identities = readIdentities();
  const calls = createScreenCalls(origin);
  while (identities.length < count) {
    const identity = await calls.register(addressOf(identities.length));
    if (identity) identities.push(identity);
    else {
      console.log(`${identities.length} of ${count} screens registered; the server accepts 60 per minute from one address`);
      saveIdentities(identities);
      await sleep(5000);
    }
  }
  calls.close();
  saveIdentities(identities);
  return identities.slice(0, count);
}

/** Gives each household of fifty screens a different local address, as in reality (Linux only, where all of 127.0.0.0/8 is local). */
function addressOf(index: number): string | undefined {
  if (hostname !== '127.0.0.1' || process.platform !== 'linux') return undefined;
  const household = Math.floor(index / 50);
  return `127.1.${Math.floor(household / 250)}.${1 + (household % 250)}`;
}

function readIdentities(): ScreenIdentity[] {
  try {
    return JSON.parse(readFileSync(identitiesFile, 'utf8')) as ScreenIdentity[];
  } catch {
    // The first run against this server.
    return [];
  }
}

function saveIdentities(all: ScreenIdentity[]): void {
  mkdirSync(path.dirname(identitiesFile), { recursive: true, mode: 0o700 });
  writeFileSync(identitiesFile, JSON.stringify(all), { mode: 0o600 });
}
