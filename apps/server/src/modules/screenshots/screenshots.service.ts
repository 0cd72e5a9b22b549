import { readFile, rm, writeFile } from 'node:fs/promises';
import { type DeviceScreenshots, SCREENSHOT_DIFFERENCE, SCREENSHOT_LIMITS, type ScreenshotUpload } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { getScreenRoom, type Nudge } from '../../platform/live/live.ts';
import { authorize, type Person, type ScreenActor } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { comparePictures, type PictureFit } from './compare-pictures.rules.ts';
import {
  type ExpectedPhoto,
  findDevice,
  findDeviceOfScreen,
  findExpectedPhoto,
  findImage,
  findState,
  listScreenshots,
  type ScreenshotDevice,
} from './screenshots.read-model.ts';
import { insertScreenshot, saveHourly, saveRequest, takeDueRequests, takeRequest } from './screenshots.store.ts';

/** Width of stored screenshots, in pixels. */
const STORED_WIDTH = 800;
/** Hourly screenshots that are requested at a time, so that their uploads are spread. */
const REQUESTS_PER_STEP = 100;
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

const NOT_REQUESTED = 'No screenshot was requested.';

const requestNudge = (screenId: string): Nudge => ({
  namespace: 'screen',
  rooms: [getScreenRoom(screenId)],
  event: 'screenshot',
  payload: {},
});

type Deps = Pick<Platform, 'db' | 'clock' | 'live' | 'tools' | 'storage'>;

/** Creates the service for screenshots on request and for hourly ones. */
export function createScreenshotsService({ db, clock, live, tools, storage }: Deps) {
  const isOpen = (requestedAt: Date | null | undefined): requestedAt is Date =>
    requestedAt !== null && requestedAt !== undefined && clock.now().getTime() - requestedAt.getTime() < SCREENSHOT_LIMITS.requestMs;

  /** Devices whose screenshot this process decodes. */
  const decoding = new Set<string>();

  /** Decodes an upload in a child process with limits, and writes it again, so that nothing else of the file is stored. */
  const decode = async (upload: Buffer, account: string) => {
    const [source, target] = [storage.tempPath(), storage.tempPath()];
    try {
      await writeFile(source, upload);
      const { width, height } = await tools.jobImages.render(
        { source, target, width: STORED_WIDTH, height: STORED_WIDTH, fit: 'inside', isWebp: true },
        { account },
      );
      const hash = await tools.jobImages.hash({ source: target }, { account });
      return { width, height, bytes: await readFile(target), thumbhash: Buffer.from(hash, 'base64') };
    } finally {
      await Promise.all([rm(source, { force: true }), rm(target, { force: true })]);
    }
  };

  const compare = (shot: Awaited<ReturnType<typeof decode>>, photo: ExpectedPhoto | undefined, { fit }: ScreenshotDevice): number | null =>
    photo === undefined
      ? null
      : comparePictures({ screenshot: shot.thumbhash, frame: shot, photo: photo.thumbhash, picture: photo, fit: fit as PictureFit });

  /** Stores a screenshot and ends its request, which pages show until then. NOT_FOUND when another process has done so. */
  const store = async (
    device: ScreenshotDevice,
    { source, mediaId, takenAt }: ScreenshotUpload & { takenAt: Date },
    shot: Awaited<ReturnType<typeof decode>>,
  ): Promise<void> => {
    const photo = mediaId ? await findExpectedPhoto(db, device.id, mediaId) : undefined;
    const distance = compare(shot, photo, device);
    await db.transaction().execute(async (tx) => {
      const taken = await takeRequest(tx, device.id, new Date(takenAt.getTime() - SCREENSHOT_LIMITS.requestMs));
      if (!taken) throw new AppError('NOT_FOUND', NOT_REQUESTED);
      const { width, height, bytes } = shot;
      const owner = { userId: device.user_id, orgId: device.org_id };
      const row = { width, height, bytes, deviceId: device.id, ...owner, takenAt, isCapture: source === 'capture', ...taken };
      const isDifferent = distance !== null && distance >= SCREENSHOT_DIFFERENCE;
      await insertScreenshot(tx, { id: newId(), ...row, mediaId: photo ? (mediaId ?? null) : null, distance }, isDifferent);
    });
  };

  return {
    async list(actor: Person, deviceId: string): Promise<DeviceScreenshots> {
      await authorize(db, actor, 'device.read', [deviceId]);
      const state = await findState(db, deviceId);
      return {
        isHourly: state?.is_hourly ?? false,
        requestedAt: isOpen(state?.requested_at) ? state.requested_at.toISOString() : null,
        screenshots: (await listScreenshots(db, deviceId)).map((row) => ({
          _id: row.id,
          takenAt: row.taken_at.toISOString(),
          source: row.is_capture ? ('capture' as const) : ('page' as const),
          isHourly: row.is_hourly,
          width: row.width,
          height: row.height,
          differs: row.distance === null ? null : row.distance >= SCREENSHOT_DIFFERENCE,
        })),
      };
    },

    async read(actor: Person, deviceId: string, screenshotId: string): Promise<{ image: string }> {
      await authorize(db, actor, 'device.read', [deviceId]);
      const bytes = await findImage(db, deviceId, screenshotId);
      if (!bytes) throw new AppError('NOT_FOUND');
      return { image: `data:image/webp;base64,${bytes.toString('base64')}` };
    },

    request: (actor: Person, deviceId: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'device.update', [deviceId]);
        const device = await findDevice(tx, deviceId);
        if (!device) throw new AppError('NOT_FOUND');
        if (!device.is_online) throw new AppError('DEVICE_OFFLINE');
        await saveRequest(tx, deviceId, clock.now());
        await live.send(tx, [requestNudge(device.screen_id)]);
      }),

    edit: (actor: Person, deviceId: string, isHourly: boolean): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'device.update', [deviceId]);
        if (!(await findDevice(tx, deviceId))) throw new AppError('NOT_FOUND');
        await saveHourly(tx, deviceId, isHourly, clock.now());
      }),

    /** Stores the screenshot that was requested. Refuses anything else before it is decoded. While one upload is decoded, refuses others of the device. */
    async receive({ screenId }: ScreenActor, { source, mediaId }: ScreenshotUpload, upload: unknown): Promise<void> {
      if (!Buffer.isBuffer(upload) || !upload.subarray(0, JPEG_START.length).equals(JPEG_START)) throw new AppError('FILE_UNSUPPORTED');
      const device = await findDeviceOfScreen(db, screenId);
      const state = device && (await findState(db, device.id));
      if (!device || !isOpen(state?.requested_at) || decoding.has(device.id)) throw new AppError('NOT_FOUND', NOT_REQUESTED);
      decoding.add(device.id);
      try {
        await store(device, { source, mediaId, takenAt: clock.now() }, await decode(upload, device.user_id));
      } finally {
        decoding.delete(device.id);
      }
    },

    /** Requests hourly screenshots that are due. */
    requestDue: (): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const screens = await takeDueRequests(tx, clock.now(), REQUESTS_PER_STEP);
        await live.send(
          tx,
          screens.map(({ screenId }) => requestNudge(screenId)),
        );
      }),
  };
}

export type ScreenshotsService = ReturnType<typeof createScreenshotsService>;
