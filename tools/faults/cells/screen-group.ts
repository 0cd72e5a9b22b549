import type { ApiPerson } from '../../../e2e/api.ts';
import { allowDevices } from '../../../e2e/product-database.ts';
import { until } from '../../../e2e/until.ts';
import { type FleetData, makeFleet } from '../../bench/fleet.data.ts';
import { Fleet } from '../../simulate/fleet.ts';
import { assert } from '../round.ts';
import type { Installation } from './installation.ts';
import { callApi } from './requests.ts';

const SCREENS = 24;
/** Maximum time after all services run again. */
const RECOVERY_TIMEOUT_MS = 10_000;

/** Simulated screens to which two playlists are published alternately. */
export class ScreenGroup {
  #person: ApiPerson<Installation>;
  #data: FleetData;
  #fleet: Fleet;
  #size: number;
  /** Playlist of the last acknowledged publish. */
  #acknowledged: string | undefined;
  /** Playlist of a later publish without a response, which may or may not have been executed. */
  #unconfirmed: string | undefined;

  private constructor(person: ApiPerson<Installation>, data: FleetData) {
    this.#person = person;
    this.#data = data;
    this.#size = data.identities.length;
    this.#fleet = new Fleet({ origin: person.product.origin, identities: data.identities });
  }

  static async create(person: ApiPerson<Installation>, size = SCREENS): Promise<ScreenGroup> {
    await allowDevices(person, size);
    const group = new ScreenGroup(person, await makeFleet(person.product, person, size));
    group.#fleet.open();
    await group.assertConnected();
    await group.publish();
    await group.assertPlaylistShown();
    return group;
  }

  get albumIds(): readonly [string, string] {
    return this.#data.albumIds;
  }

  /** Publishes the playlist that the screens do not show. Repeats the last publish when its outcome is unknown. */
  async publish(): Promise<void> {
    const [red, blue] = this.#data.playlistIds;
    this.#unconfirmed ??= this.#acknowledged === red ? blue : red;
    await callApi(this.#person, 'POST', '/publishes', { playlistId: this.#unconfirmed, deviceId: this.#data.deviceIds });
    [this.#acknowledged, this.#unconfirmed] = [this.#unconfirmed, undefined];
  }

  async assertConnected(timeoutMs = RECOVERY_TIMEOUT_MS): Promise<void> {
    const since = performance.now();
    const areConnected = async () => this.#fleet.connected === this.#size;
    await until('every screen is connected', areConnected, timeoutMs).catch(() => {
      throw new Error(
        `${this.#size - this.#fleet.connected} of ${this.#size} screens are not connected after ${performance.now() - since} ms`,
      );
    });
    assert(this.#fleet.unknownCount === 0, `${this.#fleet.unknownCount} screens are not registered`);
  }

  /** Asserts that all screens show the same playlist: the last acknowledged one or the one sent since. */
  async assertPlaylistShown(timeoutMs = RECOVERY_TIMEOUT_MS): Promise<void> {
    const shown = () => new Set(this.#fleet.screens.map(({ playlistId }) => playlistId));
    const allowed = [this.#acknowledged, this.#unconfirmed];
    const isConsistent = async () => shown().size === 1 && allowed.includes([...shown()][0] ?? undefined);
    await until('every screen shows the last published playlist', isConsistent, timeoutMs).catch(() => {
      throw new Error(`the screens show ${[...shown()].join(' and ')}, allowed are ${allowed.join(' and ')}`);
    });
  }

  close(): void {
    this.#fleet.close();
  }
}
