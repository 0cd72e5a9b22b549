import { randomUUID } from 'node:crypto';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiPerson } from '../../e2e/api.ts';
import { listProductProcesses, privateMemoryMb, readProcessTitle } from '../bench/process-figures.ts';
import type { Attack } from './attack.ts';
import { Bystander } from './bystander.ts';
import type { Latency } from './bystander-worker.ts';
import { floodContactForm, harvestAddresses, lockOut } from './hostile-accounts.ts';
import { floodCapFeeds, forgeCapAlerts, probeNetworkByCapFeeds } from './hostile-cap.ts';
import { flood, guess, stall } from './hostile-connections.ts';
import { killDatabase, loseListener } from './hostile-database.ts';
import { floodEmergency, pressKeys, raiseWithoutPermission } from './hostile-emergency.ts';
import { exhaustFtpConnections, misuseFtp, stealFtpData } from './hostile-ftp.ts';
import { floodLayouts } from './hostile-layouts.ts';
import { bombDocuments, bombLivePhotos, bombOfficeFiles, bombVideos, requestRenditions } from './hostile-media.ts';
import { refundTwice } from './hostile-money.ts';
import { flapConditions, floodScreenshots } from './hostile-monitoring.ts';
import { stealScreens } from './hostile-moves.ts';
import { floodPages, probeNetworkByPages } from './hostile-pages.ts';
import { floodReports } from './hostile-reports.ts';
import { abandonedUploads, createUpload, greedyAccount, invalidIds } from './hostile-requests.ts';
import { floodDayPlans, floodPreviews } from './hostile-schedules.ts';
import { exhaustLinks, floodReceipts, floodRegistrations, inventPlays, joinDefaultNamespace } from './hostile-screens.ts';
import { disconnectWithHours, floodSettingsChanges, floodSettingsPreviews } from './hostile-settings.ts';
import { floodPasskeys, floodWithToken, guessCodes } from './hostile-sign-in.ts';
import { floodFetches, floodSources, probeNetwork } from './hostile-sources.ts';
import { harvestAsStaff } from './hostile-staff.ts';
import { raceForStorage, retryDamagedVideos } from './hostile-uploads.ts';
import { floodWebhooks, probeNetworkByWebhooks } from './hostile-webhooks.ts';
import { floodWidgets } from './hostile-widgets.ts';
import { assert } from './round.ts';

const P99_LIMIT_MS = 300;
/** Limit on the growth of the 95th percentile of another user's latency, in milliseconds. */
const P95_GROWTH_LIMIT_MS = 50;
/** Limit on the growth of the private memory of the product's processes, including the database, in MB. */
const MEMORY_GROWTH_LIMIT_MB = 100;
const MEMORY_SAMPLE_MS = 500;
/** Number of processes in a message about memory. */
const LISTED_PROCESSES = 4;
const BASELINE_MS = 4000;
/** Minimum time over which latency is measured. In a shorter attack, the 95th percentile would be the slowest of a few requests. */
const MIN_ATTACK_MS = 5000;
/** Niceness of the attacking thread. */
const ATTACKER_PRIORITY = 10;
const WARM_UP_REQUESTS = 35;
const WARM_UP_IDS = 5000;

interface MemoryGrowth {
  totalMb: number;
  /** The processes that grew most, for messages. */
  byProcess: string;
}

interface Measured {
  before: Latency;
  during: Latency;
  memoryGrowth: MemoryGrowth;
}

const attacks: Attack[] = [
  guess,
  guessCodes,
  floodPasskeys,
  floodWithToken,
  flood,
  stall,
  requestRenditions,
  bombVideos,
  bombLivePhotos,
  floodWidgets,
  floodLayouts,
  floodSources,
  probeNetwork,
  floodFetches,
  floodPages,
  probeNetworkByPages,
  floodWebhooks,
  probeNetworkByWebhooks,
  bombDocuments,
  bombOfficeFiles,
  retryDamagedVideos,
  raceForStorage,
  invalidIds,
  greedyAccount,
  abandonedUploads,
  loseListener,
  killDatabase,
  floodReceipts,
  floodReports,
  raiseWithoutPermission,
  floodEmergency,
  pressKeys,
  forgeCapAlerts,
  probeNetworkByCapFeeds,
  floodCapFeeds,
  floodPreviews,
  floodDayPlans,
  floodSettingsPreviews,
  floodSettingsChanges,
  disconnectWithHours,
  joinDefaultNamespace,
  exhaustLinks,
  floodRegistrations,
  inventPlays,
  harvestAsStaff,
  refundTwice,
  harvestAddresses,
  stealFtpData,
  misuseFtp,
  exhaustFtpConnections,
  floodContactForm,
  lockOut,
  floodScreenshots,
  flapConditions,
  stealScreens,
];

/**
 * Runs each attack while another user keeps sending requests. Prints one line per attack and returns how many passed and failed.
 * The other user's latency is measured right before each attack too, so that both figures come from the same machine in the same state.
 */
export async function runHostile(attacker: ApiPerson, other: ApiPerson, only?: string): Promise<{ passed: number; failed: number }> {
  const bystander = await Bystander.create(other);
  // The attacks share the processors with the product, which real attackers do not. Only this thread is affected: the bystander's was created before.
  setPriority(0, ATTACKER_PRIORITY);
  await warmUp(other);
  const selected = attacks.filter(({ name }) => !only || only.split('|').some((part) => name.includes(part)));
  let passed = 0;
  for (const attack of selected) {
    try {
      const measured = await measure(attack, bystander, attacker, other);
      assertServed(attack, measured);
      passed++;
      console.log(`✓ ${attack.name}: ${describe(measured)}`);
    } catch (error) {
      console.log(`✗ ${attack.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { passed, failed: selected.length - passed };
}

/**
 * Brings the product into the state that it has after a busy minute: all connections to the database are open, V8 has grown its space for young objects
 * and has compiled the code of common requests. Otherwise that memory and time would count as an effect of the first attack.
 */
async function warmUp({ product }: ApiPerson): Promise<void> {
  const person = await ApiPerson.create(product, 'warm-up@example.com');
  const album = await person.album('Warm-up');
  const body = { mediaIdArr: Array.from({ length: WARM_UP_IDS }, () => randomUUID()), beforeId: null };
  await Promise.all(Array.from({ length: WARM_UP_REQUESTS }, () => person.call('PUT', `/medias/${album._id}/order`, body)));
  await Promise.all(Array.from({ length: WARM_UP_REQUESTS }, () => createUpload(person, album._id)));
  const paths = [
    '/albums',
    `/medias/${album._id}`,
    '/medias/timeline',
    `/playlists/${person.userId}`,
    `/notifications/${person.userId}`,
    '/nowhere',
  ];
  for (let round = 0; round < WARM_UP_REQUESTS; round++) await Promise.all(paths.map((path) => person.call('GET', path)));
}

async function measure(attack: Attack, bystander: Bystander, attacker: ApiPerson, other: ApiPerson): Promise<Measured> {
  await attack.prepare?.(attacker);
  await bystander.wakeDecoders();
  const before = await bystander.during(sleep(BASELINE_MS));
  const memory = watchMemory(attacker.product);
  try {
    const during = await bystander.during(Promise.all([attack.run(attacker, other), sleep(MIN_ATTACK_MS)]));
    return { before, during, memoryGrowth: memory.growth() };
  } finally {
    memory.stop();
  }
}

/** Samples the memory of the product's processes, database included, until `stop` is called. */
function watchMemory(product: ApiPerson['product']): { growth(): MemoryGrowth; stop(): void } {
  const sample = (): Map<number, number> =>
    new Map(listProductProcesses(product as { pid?: number; dataDir: string }).map((pid) => [pid, privateMemoryMb([pid])]));
  const sum = (sizes: Map<number, number>) => [...sizes.values()].reduce((total, size) => total + size, 0);
  const start = sample();
  let peak = start;
  const look = () => {
    const now = sample();
    if (sum(now) > sum(peak)) peak = now;
  };
  const timer = setInterval(look, MEMORY_SAMPLE_MS);
  return {
    growth() {
      look();
      const grown = [...peak].map(([pid, size]) => ({ pid, growthMb: Math.round(size - (start.get(pid) ?? 0)) }));
      const largest = grown.toSorted((one, other) => other.growthMb - one.growthMb).slice(0, LISTED_PROCESSES);
      return {
        totalMb: Math.round(sum(peak) - sum(start)),
        byProcess: largest.map(({ pid, growthMb }) => `${readProcessTitle(pid)} +${growthMb} MB`).join(', '),
      };
    },
    stop: () => clearInterval(timer),
  };
}

function assertServed(attack: Attack, measured: Measured): void {
  const { before, during, memoryGrowth } = measured;
  const { isOutage = false, p95GrowthLimitMs = P95_GROWTH_LIMIT_MS, memoryGrowthLimitMb = MEMORY_GROWTH_LIMIT_MB } = attack;
  assert(during.p99Ms < P99_LIMIT_MS, `another user waited too long: ${describe(measured)}`);
  assert(during.p95Ms - before.p95Ms <= p95GrowthLimitMs, `another user was slowed down: ${describe(measured)}`);
  assert(memoryGrowth.totalMb <= memoryGrowthLimitMb, `memory grew too much: ${describe(measured)} (${memoryGrowth.byProcess})`);
  assert(during.hasRetryAfter, `a 503 had no Retry-After: ${describe(measured)}`);
  const expected = isOutage ? [200, 503] : [200];
  const unexpected = Object.keys(during.statuses).filter((status) => !expected.includes(Number(status)));
  assert(unexpected.length === 0, `another user was refused: ${describe(measured)}`);
}

const describe = ({ before, during, memoryGrowth }: Measured) =>
  `${during.requests} requests of another user, p95 ${during.p95Ms} ms (${before.p95Ms} without the attack), p99 ${during.p99Ms} ms, memory +${memoryGrowth.totalMb} MB, ${Object.entries(
    during.statuses,
  )
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')}`;
