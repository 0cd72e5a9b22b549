import type { Media } from '@vitrine/contract';
import type { Db } from '../../platform/database/database.ts';
import type { Viewer } from '../access/index.ts';
import type { MediaDeps } from './media.deps.ts';
import { presentMedia } from './media.presenter.ts';
import type { MediaRow } from './media.read-model.ts';

/** Media as they are to this person: where something was taken is asked once for all that say it. */
export const createMediaPresenter =
  ({ files }: Pick<MediaDeps, 'files'>) =>
  async (db: Db, viewer: Viewer, rows: readonly MediaRow[]): Promise<Media[]> => {
    const placed = rows.filter(({ place }) => place !== null).map((row) => row.file_id);
    const seen = placed.length > 0 ? await files.seesPlaces(db, viewer, [...new Set(placed)]) : new Set<string>();
    return rows.map((row) => presentMedia(row, seen.has(row.file_id)));
  };
export type PresentMediaList = ReturnType<typeof createMediaPresenter>;
