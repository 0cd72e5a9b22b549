import type { DevicePlays, Play } from '@vitrine/contract';
import { PLAY_DAYS_MAX } from '@vitrine/contract';
import { dayOf } from '@vitrine/playback';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person, type ScreenActor } from '../access/index.ts';
import { findZoneAndLost, listDays, listMedia, listPlaylists, lockDeviceOfScreen } from './plays.read-model.ts';
import { daysAsked, sumByDay } from './plays.rules.ts';
import { addPlays, advanceSequence, deletePlaysBefore, lockSequence } from './plays.store.ts';

export interface PlaysDeps {
  db: Database;
  clock: Clock;
}

export function createPlaysService({ db, clock }: PlaysDeps) {
  return {
    /** Counts what was not counted before, and answers the number up to which all is. */
    store: ({ screenId }: ScreenActor, { plays, lost }: { plays: Play[]; lost: number }): Promise<{ sequence: number }> =>
      db.transaction().execute(async (tx) => {
        const device = await lockDeviceOfScreen(tx, screenId);
        const counted = await lockSequence(tx, screenId);
        if (device) await addPlays(tx, device.id, sumByDay(plays, counted, device, clock.now().getTime()));
        const sequence = Math.max(counted, ...plays.map((play) => play.sequence));
        await advanceSequence(tx, screenId, sequence, lost);
        return { sequence };
      }),

    async ofDevice(actor: Person, deviceId: string, asked: { from?: string; to?: string }): Promise<DevicePlays> {
      await authorize(db, actor, 'device.read', [deviceId]);
      const device = await findZoneAndLost(db, deviceId);
      if (!device) throw new AppError('NOT_FOUND');
      const days = daysAsked(asked, dayOf(clock.now().getTime(), device.timeZone));
      const [byDay, media, playlists] = await Promise.all([
        listDays(db, deviceId, days),
        listMedia(db, deviceId, days),
        listPlaylists(db, deviceId, days),
      ]);
      const total = (of: 'count' | 'shownMs') => byDay.reduce((sum, day) => sum + day[of], 0);
      return { ...days, count: total('count'), shownMs: total('shownMs'), lost: device.lost ?? 0, days: byDay, media, playlists };
    },

    async forget(): Promise<void> {
      await deletePlaysBefore(autocommit(db), PLAY_DAYS_MAX);
    },
  };
}

export type PlaysService = ReturnType<typeof createPlaysService>;
