/**
 * An emergency message on five thousand screens of one server process: `npm run bench -- emergency`. BENCH_SCREENS=500 is a short trial with rough figures.
 *
 * The screens are simulated (tools/simulate): they run the code of apps/screen in a separate process, store the prepared message in advance, and confirm an
 * alert 33 ms after its message arrived, which are two frames of a real screen. Times start when the request to raise the message is sent. The p99 is over all
 * screens. Confirmations end when the API reports that all screens show the message.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EmergencyAlert, EmergencyAlertDetails, EmergencyMessage } from '@vitrine/contract/emergency';
import { ApiPerson } from '../../e2e/api.ts';
import { Product } from '../../e2e/product.ts';
import { buildServer } from '../../scripts/build-server.ts';
import { createLimitResult, median, quantile } from './figures.ts';
import { makeFleet } from './fleet.data.ts';
import { now } from './fleet-figures.ts';
import { FleetScreens } from './fleet-screens.ts';

const SCREENS = Number(process.env['BENCH_SCREENS'] ?? 5000);
const SETTLE_MS = SCREENS < 5000 ? 5000 : 20_000;
/** Time in which connected screens request the prepared messages. */
const STORE_MS = 15_000;
const TIMEOUT_S = 120;
const ROUNDS = 5;
const POLL_MS = 50;
const PAINTED_LIMIT_MS = 400;
const CONFIRMED_LIMIT_MS = 2000;

export async function run() {
  // Build now, so that the measured start does not include it.
  process.env['SERVER_MAIN'] ??= await buildServer({ onlyIfStale: true });
  const product = await Product.start();
  try {
    const person = await ApiPerson.create(product, 'emergency@example.com');
    const { identities } = await makeFleet(product, person, SCREENS);
    const { _id: messageId } = await person.request<EmergencyMessage>('POST', '/emergency/messages', {
      texts: [{ language: 'en', title: 'Leave the building', text: 'Use the stairs. Meet at the parking lot.' }],
      color: 'red',
      isForAll: true,
      minutes: 60,
    });
    const screens = new FleetScreens(product.origin, identities);
    try {
      await screens.waitFor('stored', TIMEOUT_S);
      await sleep(STORE_MS + SETTLE_MS);
      const rounds: Awaited<ReturnType<typeof raiseAndEnd>>[] = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await raiseAndEnd(person, screens, messageId));
      return [
        createLimitResult(
          `raise to painted, p99 of ${SCREENS} screens, median of ${ROUNDS}`,
          median(rounds.map(({ paintedMs }) => quantile(paintedMs, 0.99))),
          PAINTED_LIMIT_MS,
          'ms',
        ),
        createLimitResult(
          `raise to all confirmations, slowest of ${ROUNDS}`,
          Math.max(...rounds.map(({ confirmedMs }) => confirmedMs)),
          CONFIRMED_LIMIT_MS,
          'ms',
        ),
      ];
    } finally {
      await screens.close();
    }
  } finally {
    await product.remove();
  }
}

/** Raises the message, waits until all screens have confirmed it, and ends it. */
async function raiseAndEnd(person: ApiPerson, screens: FleetScreens, messageId: string) {
  await screens.resetTimes();
  const sentAt = now();
  const { _id: alertId } = await person.request<EmergencyAlert>('POST', `/emergency/messages/${messageId}/raise`, { drill: false });
  const confirmedMs = await waitForConfirmations(person, alertId, screens.size, sentAt);
  const { paintedAt } = await screens.times();
  await person.request('POST', `/emergency/alerts/${alertId}/end`);
  await sleep(2000);
  return { paintedMs: paintedAt.map((at) => at - sentAt), confirmedMs };
}

/** Returns the time until the API reports that all screens show the alert. */
async function waitForConfirmations(person: ApiPerson, alertId: string, screens: number, sentAt: number): Promise<number> {
  for (;;) {
    const { shown } = await person.request<EmergencyAlertDetails>('GET', `/emergency/alerts/${alertId}`);
    const tookMs = now() - sentAt;
    if (shown === screens) return tookMs;
    if (tookMs > TIMEOUT_S * 1000) throw new Error(`after ${TIMEOUT_S} s, ${shown} of ${screens} screens have confirmed the alert`);
    await sleep(POLL_MS);
  }
}
