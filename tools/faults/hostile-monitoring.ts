import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceScreenshots } from '@vitrine/contract/screenshots';
import sharp from 'sharp';
import { ApiPerson } from '../../e2e/api.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import type { Attack } from './attack.ts';
import { openLink, registerWithRetry, type ScreenIdentity, waitUntilOpen } from './hostile-screens.ts';
import { assert } from './round.ts';

const ADDRESS = '10.27.0.1';
const UPLOADS = 3000;
const CONCURRENT = 25;
/** As the server accepts from one screen. */
const UPLOADS_PER_MINUTE = 10;
const REQUESTS = 300;
const HUGE_UPLOADS = 50;
const HUGE_BYTES = 20_000_000;
const FLAPS = 40;

interface Victim {
  owner: ApiPerson;
  screen: ScreenIdentity;
  deviceId: string;
}

async function createScreen({ product }: ApiPerson): Promise<Victim> {
  const owner = await ApiPerson.create(product, `monitoring-${randomUUID()}@example.com`);
  const screen = await registerWithRetry(owner, ADDRESS);
  const { _id: deviceId } = await owner.device('Lobby', screen.deviceId);
  return { owner, screen, deviceId };
}

async function connectScreen(owner: ApiPerson, screen: ScreenIdentity) {
  const link = openLink(owner, ADDRESS);
  await waitUntilOpen(link);
  link.socket.send(`40/screen,${JSON.stringify(screen)}`);
  await new Promise((resolve) => link.socket.once('message', resolve));
  return link;
}

/** Returns the status; 0 when the server closed the connection during the upload. */
const upload = async ({ product }: ApiPerson, { deviceId, secret }: ScreenIdentity, body: Uint8Array<ArrayBuffer>): Promise<number> => {
  try {
    const response = await fetch(`${product.origin}/api/screens/screenshots?source=page`, {
      method: 'POST',
      headers: { authorization: `Screen ${deviceId}:${secret}`, 'content-type': 'image/jpeg', 'x-forwarded-for': ADDRESS },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
};

/** Returns the number of responses of each status, as text. */
const countStatuses = (statuses: readonly number[]): string =>
  [...Map.groupBy(statuses, String)].map(([status, all]) => `${all.length} × ${status}`).join(', ');

/** A screen sends screenshots by the thousand while its owner requests some, and very large ones, and one of many pixels. */
export const floodScreenshots: Attack = {
  name: 'screenshots by the thousand from one screen, and huge ones',
  memoryGrowthLimitMb: 700,
  async run(attacker) {
    const { owner, screen, deviceId } = await createScreen(attacker);
    const link = await connectScreen(owner, screen);
    const picture = new Uint8Array(
      await sharp(randomBytes(320 * 180 * 3), { raw: { width: 320, height: 180, channels: 3 } })
        .jpeg()
        .toBuffer(),
    );
    const bomb = new Uint8Array(
      await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: 'red' } })
        .jpeg({ quality: 1 })
        .toBuffer(),
    );
    const startedAt = Date.now();
    const statuses: number[] = [];
    for (let at = 0; at < UPLOADS; at += CONCURRENT) {
      if (at % (UPLOADS / REQUESTS) === 0) await owner.call('POST', `/devices/${deviceId}/screenshots`);
      statuses.push(...(await Promise.all(Array.from({ length: CONCURRENT }, () => upload(owner, screen, picture)))));
      await sleep(20);
    }
    for (let at = 0; at < HUGE_UPLOADS; at++) statuses.push(await upload(owner, screen, new Uint8Array(HUGE_BYTES)));
    await owner.call('POST', `/devices/${deviceId}/screenshots`);
    statuses.push(await upload(owner, screen, bomb));
    link.socket.close();
    const accepted = statuses.filter((status) => status === 200).length;
    const windows = Math.ceil((Date.now() - startedAt) / 60_000) + 1;
    assert(accepted > 0 && accepted <= UPLOADS_PER_MINUTE * windows, `${accepted} screenshots were accepted: ${countStatuses(statuses)}`);
    assert(
      !statuses.some((status) => status >= 500 && status !== 503),
      `an upload failed with an internal error: ${countStatuses(statuses)}`,
    );
    const { screenshots } = await owner.request<DeviceScreenshots>('GET', `/devices/${deviceId}/screenshots`);
    assert(screenshots.length <= 3, `${screenshots.length} screenshots are stored`);
  },
};

/** A screen connects and disconnects all the time, and reports other problems each time. */
export const flapConditions: Attack = {
  name: 'a screen whose conditions change all the time',
  async run(attacker) {
    const { owner, screen } = await createScreen(attacker);
    const base = { revision: 1, downloaded: 0, total: 0, publishId: null, itemId: null, mediaId: null };
    for (let at = 0; at < FLAPS; at++) {
      const link = await connectScreen(owner, screen);
      for (let report = 0; report < 20 && !link.isClosed; report++) {
        const failed = report % 2 ? [{ mediaId: 'storage', reason: 'full' }] : [];
        link.socket.send(
          `42/screen,["report",${JSON.stringify({ ...base, temperature: report % 2 ? 95 : 40, underVoltage: report % 2 === 1, failed })}]`,
        );
      }
      await sleep(100);
      link.socket.close();
    }
    const { alerts, mails } = await withProductDatabase(owner.product, async (db) => {
      const alerts = await db
        .selectFrom('screen_alerts')
        .innerJoin('devices', 'devices.id', 'screen_alerts.device_id')
        .select('screen_alerts.id')
        .where('devices.user_id', '=', owner.userId)
        .execute();
      const mails = await db.selectFrom('notifications').select('id').where('user_id', '=', owner.userId).execute();
      return { alerts: alerts.length, mails: mails.length };
    });
    assert(alerts <= 8, `${alerts} alerts are stored for one screen`);
    assert(mails <= 1, `${mails} notifications were sent`);
  },
};
