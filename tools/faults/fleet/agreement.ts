import type { DayPlan, Device, Publish } from '@vitrine/contract';
import type { EmergencyAlert } from '@vitrine/contract/emergency';
import { withProductDatabase } from '../../../e2e/product-database.ts';
import { until } from '../../../e2e/until.ts';
import type { SimulatedScreen } from '../../simulate/simulated-screen.ts';
import { assert } from '../round.ts';
import type { FleetWorld, Scope } from './fleet-world.ts';

/** Players choose again at least every ten seconds, and screens spread some requests over ten seconds. */
const AGREEMENT_TIMEOUT_MS = 40_000;

/** Accounts that have owned each screen, by the ids that screens show. */
export type Owners = Map<string, Set<string>>;

/**
 * Waits until what each screen shows equals what the console reports: the playlist, whether the screen is off, and the alerts with the number of their
 * confirmations. Screens that are not devices show nothing. Throws the first difference. Returns the owners of all screens.
 */
export async function assertAgreement(world: FleetWorld): Promise<Owners> {
  let difference: string | undefined;
  const isAgreed = async () => {
    difference = await findDifference(world);
    return difference === undefined;
  };
  await until('agreement', isAgreed, AGREEMENT_TIMEOUT_MS).catch((cause: unknown) => {
    throw difference === undefined ? cause : new Error(difference);
  });
  await assertTags(world);
  return listOwners(world);
}

async function findDifference(world: FleetWorld): Promise<string | undefined> {
  const devices = new Map<string, { device: Device; scope: Scope }>();
  for (const scope of world.scopes) {
    const listed = await world.listDevices(scope);
    for (const device of listed) devices.set(device.deviceId, { device, scope });
    const plans = await scope.person.request<DayPlan[]>('POST', '/publishes/days', { deviceId: listed.map(({ _id }) => _id) });
    for (const device of listed) {
      const plan = plans.find(({ deviceId }) => deviceId === device._id);
      const found = compareDevice(device, world.screens.get(device.deviceId)) ?? comparePlan(device, plan);
      if (found !== undefined) return `${device.name} of ${scope.name} (${device.deviceId}): ${found}`;
    }
  }
  for (const [code, screen] of world.screens) {
    const isShowing = screen.playlistId !== null || screen.shownAlertIds.length > 0;
    if (!devices.has(code) && isShowing && !screen.isUnknown) return `the screen ${code} shows something without being a device`;
  }
  return compareAlerts(world, new Map([...devices].map(([code, { device }]) => [code, device])));
}

function compareDevice(device: Device, screen: SimulatedScreen | undefined): string | undefined {
  if (!screen) return 'the console has an unknown screen';
  if (!screen.isConnected || device.status !== 1) return `connected: ${screen.isConnected}, in the console: ${device.status}`;
  const isOff = device.operation?.isOn === false;
  if (screen.isOff !== isOff) return `the screen is ${screen.isOff ? 'off' : 'on'}, in the console ${isOff ? 'off' : 'on'}`;
  if ((device.screen?.off ?? false) !== isOff) return 'the console does not have the report that the screen is off';
  if (device.screen?.revision !== device.revision) return `the screen reported revision ${device.screen?.revision} of ${device.revision}`;
  const expected = isOff ? null : device.forecast.now;
  if (screen.playlistId !== (expected?.playlistId ?? null))
    return `the screen shows ${screen.playlistId}, expected ${expected?.playlistId}; its clock is ${Math.round(screen.assumedTime - Date.now())} ms ahead`;
  const reported = device.screen?.playlistName ?? null;
  if (reported !== (expected?.name ?? null)) return `the console reports ${reported}, expected ${expected?.name}`;
  return undefined;
}

/** Compares the day plan of the console with its forecast. */
function comparePlan({ forecast }: Device, plan: DayPlan | undefined): string | undefined {
  const now = new Date().toISOString();
  const planned = plan?.stretches.find(({ from, to }) => from <= now && now < to)?.shows?.playlistId;
  return planned === forecast.now?.playlistId ? undefined : `the day plan has ${planned}, the forecast ${forecast.now?.playlistId}`;
}

async function compareAlerts(world: FleetWorld, devices: ReadonlyMap<string, Device>): Promise<string | undefined> {
  const now = new Date().toISOString();
  const open = new Map<string, EmergencyAlert & { userId: string }>();
  for (const scope of world.scopes)
    for (const alert of await world.listAlerts(scope))
      if (alert.endedAt === null && alert.endsAt > now) open.set(alert._id, { ...alert, userId: scope.person.userId });
  const shown = [...world.screens].flatMap(([code, screen]) => screen.shownAlertIds.map((alertId) => ({ code, alertId })));
  for (const { code, alertId } of shown) {
    const [alert, device] = [open.get(alertId), devices.get(code)];
    if (!alert) return `${code} shows an alert that has ended`;
    const isOwn = device?.userId === alert.userId && (alert.orgId === null || device.orgId === alert.orgId);
    if (!isOwn) return `${code} shows an alert of another account`;
  }
  for (const alert of open.values()) {
    const count = shown.filter(({ alertId }) => alertId === alert._id).length;
    if (count !== alert.screens || count !== alert.shown)
      return `${count} screens show ${alert.title}, in the console ${alert.shown} of ${alert.screens}`;
  }
  return undefined;
}

/** Asserts that no device has a publish of a tag that it does not have. */
async function assertTags(world: FleetWorld): Promise<void> {
  for (const scope of world.scopes) {
    for (const device of await world.listDevices(scope)) {
      const publishes = await scope.person.request<Publish[]>('GET', `/publishes?deviceId=${device._id}`);
      const foreign = publishes.flatMap(({ fromTags = [] }) => fromTags).filter((tag) => !device.tags.includes(tag));
      assert(foreign.length === 0, `${device.name} has publishes of the tags ${foreign.join(', ')}, which it does not have`);
    }
  }
}

export async function listOwners(world: FleetWorld): Promise<Owners> {
  const owners: Owners = new Map();
  for (const scope of world.scopes)
    for (const { deviceId, userId } of await world.listDevices(scope)) owners.set(deviceId, new Set([userId]));
  return owners;
}

/** Asserts that in this round each screen painted only alerts of accounts that owned it at the beginning or at the end. */
export async function assertOwnAlerts(world: FleetWorld, before: Owners, after: Owners): Promise<void> {
  const rows = await withProductDatabase(world.product, (db) => db.selectFrom('emergency_alerts').select(['id', 'user_id']).execute());
  const accounts = new Map(rows.map(({ id, user_id }) => [id, user_id]));
  for (const { code, alertId } of world.painted) {
    const account = accounts.get(alertId) ?? '';
    assert(before.get(code)?.has(account) || after.get(code)?.has(account) || false, `${code} painted an alert of another account`);
  }
}
