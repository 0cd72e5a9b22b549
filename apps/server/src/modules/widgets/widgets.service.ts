import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Media } from '@vitrine/contract';
import { isDrawn } from '@vitrine/contract/media-kinds';
import {
  type ScreenWidget,
  type SharedWidgetDetails,
  WIDGET_MAX_BYTES,
  WIDGET_MIMETYPE,
  type WidgetDetails,
  type WidgetSettings,
  widgetSettings,
} from '@vitrine/contract/widgets';
import type { Database, Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { authorize, type LinkActor, type Person } from '../access/index.ts';
import type { ModuleApi, Platform } from '../define-module.ts';
import { type FileRow, type FilesApi, listFileFamily, type MadeFile } from '../files/index.ts';
import { findMedia, findShownFile, type MediaApi } from '../media/index.ts';
import type { sourcesModule } from '../sources/index.ts';
import type { transfersModule } from '../transfers/index.ts';
import type { UploadsApi } from '../uploads/index.ts';
import type { webPagesModule } from '../web-pages/index.ts';
import { findLiveAddressProblem } from './live-address.rules.ts';

interface WidgetsDeps extends Pick<Platform, 'db' | 'storage' | 'publicUrl' | 'screenUrl'> {
  files: Pick<FilesApi, 'derivatives'>;
  media: Pick<MediaApi, 'present'>;
  sources: Pick<ModuleApi<typeof sourcesModule>, 'assertUsable' | 'link' | 'findOfFile' | 'findDataOfFile'>;
  transfers: ModuleApi<typeof transfersModule>;
  uploads: Pick<UploadsApi, 'storeContent'>;
  webPages: Pick<ModuleApi<typeof webPagesModule>, 'assertUsable' | 'add' | 'checkNow'>;
}

interface NewWidget {
  albumId: string;
  name: string;
  settings: WidgetSettings;
}

/** A widget whose file is stored. A file without an album replaces that of an existing widget. */
type FileRequest = Pick<NewWidget, 'settings'> & Partial<NewWidget>;

/** A stored widget with the copy of its picture. */
interface StoredWidget {
  fileId: string;
  settings: WidgetSettings;
  picture: FileRow | undefined;
}

export function createWidgetsService({ db, storage, publicUrl, screenUrl = publicUrl, ...modules }: WidgetsDeps) {
  const {
    files: { derivatives },
    media,
    sources,
    transfers,
    uploads,
    webPages,
  } = modules;

  /** Stores the settings as a file, with the file for screens, and adds it to the album if there is one. Returns the ids of the file and of the media. */
  const storeFile = async (actor: Person, { albumId, name, settings }: FileRequest, before?: StoredWidget) => {
    const pictureId = getPictureId(settings);
    // A photo that the widget shows already may have been deleted since, so its copy is used again.
    const isKept = before !== undefined && pictureId !== null && getPictureId(before.settings) === pictureId;
    const picture = isKept ? before.picture : pictureId === null ? undefined : await findPhotoCopy(db, actor, pictureId);
    const bytes = Buffer.from(JSON.stringify(settings));
    if (bytes.length > WIDGET_MAX_BYTES) throw new AppError('INVALID', 'The widget contains too much text. Use at most 64 kB.');
    const stored = await uploads.storeContent(actor, bytes, {
      fileName: 'widget.json',
      name,
      albumId: albumId ?? null,
      content: { kind: getKind(settings), mimetype: WIDGET_MIMETYPE },
      prepareDetails: async (fileId) => {
        const insertCopies = await storeScreenFile(fileId, settings, picture);
        return async (tx) => {
          await insertCopies(tx);
          if ('sourceId' in settings) await sources.link(tx, fileId, settings.sourceId);
          if (settings.type === 'web') await webPages.add(tx, fileId, settings.address);
        };
      },
    });
    if (settings.type === 'web') await webPages.checkNow(stored.fileId);
    return stored;
  };

  /** Stores the file for screens, which contains the picture, and a copy of the picture for pages. Returns a function that inserts their rows. */
  const storeScreenFile = (fileId: string, settings: WidgetSettings, picture: FileRow | undefined): Promise<(tx: Tx) => Promise<void>> =>
    derivatives.withTemp(async (folder) => {
      await mkdir(folder);
      const made: MadeFile[] = [];
      const pictures: ScreenWidget['pictures'] = {};
      const pictureId = getPictureId(settings);
      if (picture && pictureId !== null) {
        const tempPath = path.join(folder, 'picture');
        await storage.withLocalFile(picture.storage_key, (source) => copyFile(source, tempPath));
        pictures[pictureId] = `data:${picture.mimetype};base64,${await readFile(tempPath, 'base64')}`;
        const { mimetype, width, height } = picture;
        made.push({ made: { role: 'asset', mimetype, kind: 'image', width, height }, tempPath });
      }
      const tempPath = path.join(folder, 'screen');
      await writeFile(tempPath, JSON.stringify({ settings, pictures } satisfies ScreenWidget));
      made.push({ made: { role: 'screen', mimetype: WIDGET_MIMETYPE, kind: getKind(settings), width: null, height: null }, tempPath });
      return derivatives.storeBytes(fileId, made);
    });

  /** Throws when screens can't play the stream because of the addresses of this installation. INVALID. */
  const assertPlayable = (address: string): void => {
    const message = findLiveAddressProblem(address, { publicUrl, screenUrl });
    if (message !== null) throw new AppError('INVALID', message, { issues: [{ path: 'settings.address', message }] });
  };

  /** Throws unless the account may use the source or the address in the settings. A source that the file before draws already may belong to another account. */
  const assertUsable = async (actor: Person, settings: WidgetSettings, fileIdBefore?: string): Promise<void> => {
    if (settings.type === 'web') webPages.assertUsable(settings.address);
    if (settings.type === 'live') assertPlayable(settings.address);
    if (!('sourceId' in settings)) return;
    const current = fileIdBefore === undefined ? null : await sources.findOfFile(actor, fileIdBefore);
    await sources.assertUsable(actor, settings, current?._id);
  };

  /** Adds a widget to the end of an album. NOT_FOUND, INVALID, NOT_READY, ALBUM_FULL, PLAN_ENDED, QUOTA_EXCEEDED, TOO_MANY_UPLOADS, DISK_FULL. */
  const create = async (actor: Person, widget: NewWidget): Promise<Media> => {
    await assertUsable(actor, widget.settings);
    const { mediaId } = await storeFile(actor, widget);
    const [added] = mediaId === null ? [] : await media.present(db, actor, await findMedia(db, [mediaId]));
    if (!added) throw new AppError('NOT_FOUND');
    return added;
  };

  /** Returns the settings of a widget and the data that it draws. NOT_FOUND. */
  const read = async (actor: Person, mediaId: string): Promise<WidgetDetails> => {
    await authorize(db, actor, 'media.read', [mediaId]);
    const { fileId, settings, picture } = await readStoredWidget(db, storage, mediaId);
    const source = await sources.findOfFile(actor, fileId);
    // A copy for another account draws another source than the one in its settings.
    const current = source && 'sourceId' in settings ? { ...settings, sourceId: source._id } : settings;
    return { settings: current, pictureKey: picture?.id ?? null, source };
  };

  /** Returns the settings of a widget and its data to a visitor with a link to the album. NOT_FOUND. */
  const readShared = async (link: LinkActor, mediaId: string): Promise<SharedWidgetDetails> => {
    await authorize(db, link, 'media.read', [mediaId]);
    const { fileId, settings, picture } = await readStoredWidget(db, storage, mediaId);
    return { settings, pictureKey: picture?.id ?? null, source: await sources.findDataOfFile(fileId) };
  };

  /** Replaces the settings, and the name if one is given. NOT_FOUND, INVALID, NOT_READY, ALBUM_FULL, PLAN_ENDED, QUOTA_EXCEEDED, DISK_FULL. */
  const edit = async (
    actor: Person,
    mediaId: string,
    { name, settings }: Partial<NewWidget> & Pick<NewWidget, 'settings'>,
  ): Promise<Media> => {
    await db.transaction().execute((tx) => authorize(tx, actor, 'media.update', [mediaId]));
    const before = await readStoredWidget(db, storage, mediaId);
    if (before.settings.type !== settings.type) throw new AppError('INVALID', 'The type of a widget cannot be changed.');
    await assertUsable(actor, settings, before.fileId);
    const { fileId } = await storeFile(actor, { settings }, before);
    return transfers.editMedia(actor, mediaId, { fileKey: fileId, name });
  };

  return { create, read, readShared, edit };
}

export type WidgetsService = ReturnType<typeof createWidgetsService>;

const getKind = ({ type }: WidgetSettings) => (type === 'web' || type === 'live' ? type : 'widget');

const getPictureId = (settings: WidgetSettings): string | null => (settings.type === 'slide' ? settings.pictureId : null);

/** Finds the copy of a photo that screens show, as its album shows it now. The account must be allowed to edit the photo. NOT_FOUND, INVALID, NOT_READY. */
async function findPhotoCopy(db: Database, actor: Person, mediaId: string): Promise<FileRow> {
  await db.transaction().execute((tx) => authorize(tx, actor, 'media.update', [mediaId]));
  const shown = await db.selectFrom('media').select(['file_id', 'rotation', 'kind']).where('id', '=', mediaId).executeTakeFirst();
  if (!shown) throw new AppError('NOT_FOUND');
  if (shown.kind !== 'image') throw new AppError('INVALID', 'Choose a photo.');
  const copies = (await listFileFamily(db, shown.file_id)).filter(({ rotation }) => rotation === shown.rotation);
  const copy = copies.find(({ role }) => role === 'screen_hd') ?? copies.find(({ role }) => role === 'screen');
  if (!copy) throw new AppError('NOT_READY', 'This photo is still being processed. Try again in a moment.');
  return copy;
}

/** Reads the stored file of a widget. NOT_FOUND, also for media of other kinds. */
async function readStoredWidget(db: Db, storage: Storage, mediaId: string): Promise<StoredWidget> {
  const shown = await findShownFile(db, mediaId);
  if (!shown || !isDrawn(shown)) throw new AppError('NOT_FOUND');
  const family = await listFileFamily(db, shown.file_id);
  const root = family.find(({ root_id }) => root_id === null);
  if (!root) throw new AppError('NOT_FOUND');
  const stored: unknown = JSON.parse(await storage.withLocalFile(root.storage_key, (file) => readFile(file, 'utf8')));
  // Settings of earlier versions get the defaults of later fields.
  return { fileId: shown.file_id, settings: widgetSettings.parse(stored), picture: family.find(({ role }) => role === 'asset') };
}
