import type { DevicePlays, Play } from '@vitrine/contract';
import { PLAY_DAYS_MAX } from '@vitrine/contract';
import { getLocalDate } from '@vitrine/playback';
import { autocommit, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, getAccountInView, type Person, type ScreenActor } from '../access/index.ts';
import { createPlayIngest, type PlayBatchDeps } from './play-ingest.service.ts';
import { findTimeZoneAndLostPlays, listPlaysByDay, listPlaysByMedia, listPlaysByPlaylist } from './plays.read-model.ts';
import { getInitialCredit, resolveDayRange } from './plays.rules.ts';
import { deletePlaysBefore, upsertScreenCredit } from './plays.store.ts';

export function createPlaysService({ db, clock }: PlayBatchDeps) {
  const ingest = createPlayIngest({ db, clock });
  return {
    /** Counts plays of a screen and returns the number up to which all its plays are counted. */
    async store({ screenId }: ScreenActor, { plays, lost }: { plays: Play[]; lost: number }): Promise<{ sequence: number }> {
      return { sequence: await ingest({ screenId, plays, lost }) };
    },

    async readDevicePlays(actor: Person, deviceId: string, range: { from?: string; to?: string }): Promise<DevicePlays> {
      await authorize(db, actor, 'device.read', [deviceId]);
      const device = await findTimeZoneAndLostPlays(db, deviceId);
      if (!device) throw new AppError('NOT_FOUND');
      const days = resolveDayRange(range, getLocalDate(clock.now().getTime(), device.timeZone));
      const [byDay, media, playlists] = await Promise.all([
        listPlaysByDay(db, deviceId, days),
        listPlaysByMedia(db, getAccountInView(actor), deviceId, days),
        listPlaysByPlaylist(db, deviceId, days),
      ]);
      const total = (field: 'count' | 'shownMs') => byDay.reduce((sum, day) => sum + day[field], 0);
      return { ...days, count: total('count'), shownMs: total('shownMs'), lost: device.lost ?? 0, days: byDay, media, playlists };
    },

    /** Limits a screen that replaces another one to plays since then. Without it, the whole age of the device would be possible. */
    async limitReplacingScreen(tx: Tx, screenId: string): Promise<void> {
      await upsertScreenCredit(tx, screenId, getInitialCredit(clock.now()));
    },

    async deleteOldPlays(): Promise<void> {
      await deletePlaysBefore(autocommit(db), PLAY_DAYS_MAX);
    },
  };
}

export type PlaysService = ReturnType<typeof createPlaysService>;
