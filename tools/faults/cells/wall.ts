import type { ApiPerson } from '../../../e2e/api.ts';
import { allowDevices } from '../../../e2e/product-database.ts';
import { until } from '../../../e2e/until.ts';
import { type FleetData, makeFleet } from '../../bench/fleet.data.ts';
import { Fleet } from '../../simulate/fleet.ts';
import { assert } from '../round.ts';
import type { Installation } from './installation.ts';
import { callApi } from './requests.ts';

const SCREENS = 24;
/** Measured from when all services run again. */
const BACK_WITHIN_MS = 10_000;

/** Screens that two playlists are published to in turn. */
export class Wall {
  #person: ApiPerson<Installation>;
  #data: FleetData;
  #fleet: Fleet;
  /** The last acknowledged publish, and a later one without a response, which may or may not have been executed. */
  #acknowledged: string | undefined;
  #doubtful: string | undefined;

  private constructor(person: ApiPerson<Installation>, data: FleetData) {
    this.#person = person;
    this.#data = data;
    this.#fleet = new Fleet({ origin: person.product.origin, identities: data.identities });
  }

  static async hang(person: ApiPerson<Installation>): Promise<Wall> {
    await allowDevices(person, SCREENS);
    const wall = new Wall(person, await makeFleet(person.product, person, SCREENS));
    wall.#fleet.open();
    await wall.assertBack();
    await wall.publish();
    await wall.assertShown();
    return wall;
  }

  get albumIds(): readonly [string, string] {
    return this.#data.albumIds;
  }

  /** Publishes the playlist that the screens do not show. Repeats the last publish when its outcome is unknown. */
  async publish(): Promise<void> {
    const [red, blue] = this.#data.playlistIds;
    this.#doubtful ??= this.#acknowledged === red ? blue : red;
    await callApi(this.#person, 'POST', '/publishes', { playlistId: this.#doubtful, deviceId: this.#data.deviceIds });
    [this.#acknowledged, this.#doubtful] = [this.#doubtful, undefined];
  }

  async assertBack(): Promise<void> {
    const since = performance.now();
    const all = async () => this.#fleet.connected === SCREENS;
    await until('every screen is connected', all, BACK_WITHIN_MS).catch(() => {
      throw new Error(`${SCREENS - this.#fleet.connected} of ${SCREENS} screens are not back after ${performance.now() - since} ms`);
    });
    assert(this.#fleet.unknownCount === 0, `${this.#fleet.unknownCount} screens are not registered`);
  }

  /** Asserts that all screens show the same playlist: the last acknowledged one or the one sent since. */
  async assertShown(withinMs = BACK_WITHIN_MS): Promise<void> {
    const shown = () => new Set(this.#fleet.screens.map(({ playlistId }) => playlistId));
    const allowed = [this.#acknowledged, this.#doubtful];
    const isSettled = async () => shown().size === 1 && allowed.includes([...shown()][0] ?? undefined);
    await until('every screen shows what was published last', isSettled, withinMs).catch(() => {
      throw new Error(`the walls show ${[...shown()].join(' and ')}, acknowledged was ${allowed.join(', and then sent ')}`);
    });
  }

  close(): void {
    this.#fleet.close();
  }
}
