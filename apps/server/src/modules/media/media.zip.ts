import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Rotation, ZipTicket } from '@vitrine/contract';
import { ZipFile } from 'yazl';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { NotStoredError } from '../../platform/storage/not-stored.ts';
import { authorize, type Person, type Viewer } from '../access/index.ts';
import { endingOf } from '../files/index.ts';
import type { MediaDeps } from './media.deps.ts';
import './zip-checksum.ts';
import { autocommit } from '../../platform/database/database.ts';
import { listPacked, type Packed, sumChosen } from './zip.read-model.ts';
import { createUniqueNames, safeName } from './zip.rules.ts';
import { deleteExpiredTickets, findTicket, insertTicket } from './zip.store.ts';

const TICKET_MINUTES = 15;
const PAGE = 200;
/** The oldest time a zip can tell. */
const FIRST_TIME = new Date(1980, 0, 2);

interface Content {
  body: Readable;
  name: string;
  sizeBytes: number;
}

/**
 * Many media in one file. It is made while it is fetched, one media at a time and uncompressed: pictures and films are that
 * already, and so it costs neither memory nor disk. Pictures are in it as they are shown; those not turned are the originals.
 */
export function createZips(deps: MediaDeps) {
  const { db } = deps;
  const contents = createContents(deps);

  /** Whether the actor may still see the album is asked again for each: a large one takes hours to fetch. */
  const fill = async (zip: ZipFile, viewer: Viewer, albumId: string, ids: string[] | null): Promise<void> => {
    const uniqueName = createUniqueNames();
    let after: Packed | undefined;
    do {
      const rows = await listPacked(db, albumId, ids, after, PAGE);
      for (const row of rows) {
        await authorize(db, viewer, 'album.read', [albumId]);
        const content = await contents.open(viewer, row);
        if (content) await add(zip, content, uniqueName(content.name), row.taken_at ?? row.created_at);
      }
      after = rows.at(-1);
    } while (after);
    zip.end();
  };

  const pack = (viewer: Viewer, { albumId, name, ids }: { albumId: string; name: string; ids: string[] | null }) => {
    const zip = new ZipFile();
    const body = zip.outputStream as Readable;
    // Half a zip must look like half a zip: the connection breaks.
    const fail = (error: Error) => body.destroy(error);
    zip.on('error', fail);
    fill(zip, viewer, albumId, ids).catch(fail);
    return { name: safeName(name, 'zip'), body };
  };

  return {
    /** The whole album, for somebody who was let in already. */
    packAlbum: (viewer: Viewer, albumId: string, name: string) => pack(viewer, { albumId, name, ids: null }),

    /** A ticket to fetch these with, or the whole album. */
    async prepare(actor: Person, albumId: string, mediaIds?: string[]): Promise<ZipTicket> {
      await authorize(db, actor, 'album.read', [albumId]);
      const ids = mediaIds ? [...new Set(mediaIds)] : null;
      const { count, size } = await sumChosen(db, albumId, ids);
      if (ids && count !== ids.length) throw new AppError('NOT_FOUND');
      const id = newId();
      await db
        .transaction()
        .execute((tx) => insertTicket(tx, { id, user_id: actor.userId, album_id: albumId, media_ids: ids }, TICKET_MINUTES));
      const ticket = await findTicket(db, id, actor.userId);
      return { key: id, name: safeName(ticket?.name ?? '', 'zip'), count, size };
    },

    async open(actor: Person, key: string): Promise<{ name: string; body: Readable }> {
      const ticket = await findTicket(db, key, actor.userId);
      if (!ticket) throw new AppError('NOT_FOUND');
      await authorize(db, actor, 'album.read', [ticket.album_id]);
      return pack(actor, { albumId: ticket.album_id, name: ticket.name, ids: ticket.media_ids });
    },

    sweep: async (): Promise<void> => void (await deleteExpiredTickets(autocommit(db))),
  };
}

export type Zips = ReturnType<typeof createZips>;

function createContents({ files, log }: MediaDeps) {
  const open = async (viewer: Viewer, row: Packed, rotation: Rotation): Promise<Content | undefined> => {
    try {
      const { body, sizeBytes, mimetype } = await files.downloads.open(viewer, row.file_id, rotation);
      return { body, sizeBytes, name: safeName(row.name, endingOf(mimetype)) };
    } catch (error) {
      // Gone since the page was read, or a film of which there is nothing yet that others may have.
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  return {
    async open(viewer: Viewer, row: Packed): Promise<Content | undefined> {
      if (row.rotation === 0) return open(viewer, row, 0);
      try {
        return await open(viewer, row, row.rotation as Rotation);
      } catch (error) {
        log.info({ err: error, mediaId: row.id }, 'could not create a rotated image for a zip; the original was included');
        return open(viewer, row, 0);
      }
    },
  };
}

const isMissing = (error: unknown): boolean =>
  error instanceof AppError ? ['NOT_FOUND', 'NOT_READY'].includes(error.code) : error instanceof NotStoredError;

/** Resolves when all of it is in the zip: the next one is opened only then. */
async function add(zip: ZipFile, { body, sizeBytes }: Content, name: string, at: Date): Promise<void> {
  const output = zip.outputStream as Readable;
  const stop = () => body.destroy(new Error('nobody reads the zip any more'));
  if (output.destroyed) stop();
  output.once('close', stop);
  zip.addReadStream(body, name, { compress: false, size: sizeBytes, mtime: at < FIRST_TIME ? FIRST_TIME : at });
  try {
    await finished(body);
  } finally {
    output.off('close', stop);
  }
}
