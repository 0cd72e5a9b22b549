import { mkdir, rm } from 'node:fs/promises';
import { createGate } from '../../platform/gate.ts';
import type { Platform } from '../define-module.ts';
import type { Renditions } from './files.renditions.ts';
import { developedFormat, isHeavy, isPicture } from './files.rules.ts';
import type { FileRow } from './files.store.ts';

/** As many as decode for jobs. */
const AT_ONCE = 2;
/** What comes beyond them is made by its job, or when somebody asks. */
const WAITING = 100;

type Source = Pick<FileRow, 'id' | 'storage_key' | 'owner_id' | 'mimetype' | 'width' | 'height'>;

type EarlyTilesDeps = Pick<Platform, 'storage' | 'tools' | 'log' | 'doesJobs'>;

/**
 * What tiles ask for of a picture that has just come, before its copy for walls: of a hundred photos all have their tiles while the first ones get their copies.
 * Nothing depends on it: where it is not done, the job does it. Where others do the jobs, they are left to.
 */
export function createEarlyTiles({ storage, tools, log, doesJobs }: EarlyTilesDeps, renditions: Pick<Renditions, 'keepTiles'>) {
  const gate = createGate({ lanes: AT_ONCE, waiting: WAITING });

  const make = async (file: Source) => {
    const folder = storage.tempPath();
    try {
      await mkdir(folder);
      const { tileWidths } = await storage.withLocal(file.storage_key, (source) =>
        tools.jobImages.tiles({ source, target: folder }, { account: file.owner_id }),
      );
      await renditions.keepTiles({ sourceId: file.id, turn: 0, folder, widths: tileWidths });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  return (file: Source): void => {
    if (!doesJobs || !isPicture(file) || developedFormat(file.mimetype) || isHeavy(file)) return;
    gate(() => make(file)).catch((error) => log.debug({ err: error, file: file.id }, 'no tiles were made early'));
  };
}
