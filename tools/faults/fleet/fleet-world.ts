import type { Device, DeviceTag } from '@vitrine/contract';
import type { EmergencyAlert, EmergencyMessage } from '@vitrine/contract/emergency';
import { aJpeg } from '../../../apps/server/src/testing/media-files.ts';
import { ApiPerson } from '../../../e2e/api.ts';
import { createFamily, giveFamilyPlan } from '../../../e2e/families.ts';
import type { Product } from '../../../e2e/product.ts';
import { allowDevices } from '../../../e2e/product-database.ts';
import type { Random } from '../../demo/random.ts';
import { connectTo } from '../../simulate/live-socket.ts';
import { createScreenCalls, type ScreenIdentity } from '../../simulate/screen-calls.ts';
import { SimulatedScreen } from '../../simulate/simulated-screen.ts';
import { assert } from '../round.ts';

const DEVICES = 50;
const PLAYLISTS = 5;

/** An account, or the family of the first account, with its own list of devices. */
export interface Scope {
  name: string;
  person: ApiPerson;
  orgId?: string;
}

/** Accounts with simulated screens on a real server. */
export class FleetWorld {
  readonly product: Product;
  readonly random: Random;
  /** Owner of the family, a member with own devices, and another account. */
  readonly people: Record<'owner' | 'member' | 'stranger', ApiPerson>;
  readonly familyId: string;
  readonly scopes: readonly Scope[];
  /** Simulated screens by the ids that they show. */
  readonly screens = new Map<string, SimulatedScreen>();
  /** Screens that are not devices yet. */
  readonly waiting: string[] = [];
  /** Ids of playlists by account. */
  readonly playlists = new Map<ApiPerson, string[]>();
  /** Alerts that screens have painted in this round. */
  painted: { code: string; alertId: string }[] = [];
  /** Number that makes names unique. */
  #names = 0;
  readonly #calls: ReturnType<typeof createScreenCalls>;

  private constructor(product: Product, random: Random, people: FleetWorld['people'], familyId: string) {
    [this.product, this.random, this.people, this.familyId] = [product, random, people, familyId];
    this.scopes = [
      { name: 'owner', person: people.owner },
      { name: 'family', person: people.owner, orgId: familyId },
      { name: 'member', person: people.member },
      { name: 'stranger', person: people.stranger },
    ];
    this.#calls = createScreenCalls(product.origin.replace('//localhost:', '//127.0.0.1:'));
  }

  /** Creates the accounts, their devices with a playlist each, and a message of each account for all of its screens. */
  static async create(product: Product, random: Random): Promise<FleetWorld> {
    const [owner, member, stranger] = await Promise.all(
      ['owner', 'member', 'stranger'].map((name) => ApiPerson.create(product, `fleet-${name}@example.com`)),
    );
    assert(owner !== undefined && member !== undefined && stranger !== undefined, 'an account is missing');
    const familyId = await createFamily('The Limas', owner, [member]);
    await giveFamilyPlan(owner, { devices: DEVICES });
    for (const person of [member, stranger]) await allowDevices(person, DEVICES);
    const world = new FleetWorld(product, random, { owner, member, stranger }, familyId);
    for (const person of [owner, member, stranger]) world.playlists.set(person, await createPlaylists(person));
    for (const [index, count] of [4, 8, 4, 4].entries()) await world.#addDevices(world.scopes[index] as Scope, count);
    for (let count = 0; count < 2; count++) await world.addWaitingScreen();
    return world;
  }

  async #addDevices({ person, orgId }: Scope, count: number): Promise<void> {
    const deviceIds: string[] = [];
    for (let index = 0; index < count; index++) {
      const body = { name: this.newName('Screen'), deviceId: await this.#addScreen(), timeZone: 'UTC', ...(orgId && { orgId }) };
      deviceIds.push((await person.request<Device>('POST', '/devices', body))._id);
    }
    await person.publish(this.pickPlaylist(person), deviceIds);
  }

  async #addScreen(): Promise<string> {
    const identity = await this.#calls.register();
    assert(identity !== undefined, 'the server accepts no more registrations in this minute');
    this.#open(identity);
    return identity.deviceId;
  }

  #open(identity: ScreenIdentity): void {
    const code = identity.deviceId;
    const screen = new SimulatedScreen({
      identity,
      calls: this.#calls,
      connect: connectTo(this.product.origin.replace('//localhost:', '//127.0.0.1:')),
      onPainted: (alertIds) => this.painted.push(...alertIds.map((alertId) => ({ code, alertId }))),
    });
    this.screens.set(code, screen);
    screen.open();
  }

  async addWaitingScreen(): Promise<void> {
    this.waiting.push(await this.#addScreen());
  }

  newName = (kind: string): string => `${kind} ${++this.#names}`;

  pickPlaylist = (person: ApiPerson): string => this.random.pick(this.playlists.get(person) ?? []);

  /** Lists the devices of an account without those of its family, or of the family alone. */
  async listDevices({ person, orgId }: Scope): Promise<Device[]> {
    const path = `/devices/users/${person.userId}?dataPerPage=${DEVICES}${orgId ? `&orgId=${orgId}` : ''}`;
    const { devices } = await person.request<{ devices: Device[] }>('GET', path);
    return devices.filter((device) => device.orgId === (orgId ?? null));
  }

  async listTags({ person, orgId }: Scope): Promise<DeviceTag[]> {
    const path = `/devices/users/${person.userId}/tags${orgId ? `?orgId=${orgId}` : ''}`;
    return (await person.request<DeviceTag[]>('GET', path)).filter((tag) => tag.orgId === (orgId ?? null));
  }

  listAlerts = ({ person, orgId }: Scope): Promise<EmergencyAlert[]> =>
    person.request('GET', `/emergency/alerts${orgId ? `?orgId=${orgId}` : ''}`);

  /** Gives devices a tag. Returns its id. */
  async tag(scope: Scope, name: string, deviceIds: readonly string[]): Promise<string> {
    await scope.person.request('POST', '/devices/many/tags', { deviceId: deviceIds, add: [name], remove: [] });
    return (await this.listTags(scope)).find((tag) => tag.name === name)?._id ?? '';
  }

  /** Prepares a message, for all screens of the account or family unless `targets` says otherwise. Returns its id. */
  async prepareMessage({ person, orgId }: Scope, targets: object = { isForAll: true }): Promise<string> {
    const body = {
      texts: [{ language: 'en', title: this.newName('Leave') }],
      color: 'red',
      minutes: 30,
      ...targets,
      ...(orgId && { orgId }),
    };
    return (await person.request<EmergencyMessage>('POST', '/emergency/messages', body))._id;
  }

  /** Ends all alerts and deletes all messages, so that rounds do not reach the limit of messages. */
  async clearMessages(): Promise<void> {
    for (const scope of this.scopes) {
      for (const alert of await this.listAlerts(scope))
        if (alert.endedAt === null) await scope.person.request('POST', `/emergency/alerts/${alert._id}/end`);
      const messages = await scope.person.request<EmergencyMessage[]>(
        'GET',
        `/emergency/messages${scope.orgId ? `?orgId=${scope.orgId}` : ''}`,
      );
      for (const { _id } of messages) await scope.person.request('DELETE', `/emergency/messages/${_id}`);
    }
  }

  /** Kills the server with SIGKILL and starts it again. */
  async killServer(): Promise<void> {
    await this.product.stop('SIGKILL');
    await this.product.start();
  }

  close(): void {
    for (const screen of this.screens.values()) screen.close();
    this.#calls.close();
  }
}

async function createPlaylists(person: ApiPerson): Promise<string[]> {
  const album = await person.album('Pictures');
  await person.attach(album._id, [(await person.upload('one.jpg', await aJpeg()))?.key]);
  await person.waitUntilReady(album._id);
  const playlists = [];
  for (let index = 0; index < PLAYLISTS; index++) playlists.push((await person.playlist(`Playlist ${index}`, [album._id]))._id);
  return playlists;
}

/**
 * Sends a request that may be refused with one of these statuses, or interrupted by the death of the server. Returns the status; undefined when it was
 * interrupted.
 */
export async function attempt(allowed: readonly number[], send: () => Promise<{ status: number }>): Promise<number | undefined> {
  const response = await send().catch(() => undefined);
  const status = response?.status;
  assert(status === undefined || status < 300 || allowed.includes(status), `a request was answered with ${status}`);
  return status;
}
