import type { Media } from '@vitrine/contract';
import type { SharedWidgetDetails, WidgetDetails, WidgetSettings } from '@vitrine/contract/widgets';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type LinkActor, type Person } from '../access/index.ts';
import type { ModuleApi, Platform } from '../define-module.ts';
import { findMedia, type MediaApi } from '../media/index.ts';
import type { sourcesModule } from '../sources/index.ts';
import type { ContentRequest, UploadsApi } from '../uploads/index.ts';
import type { webPagesModule } from '../web-pages/index.ts';
import { findLiveAddressProblem } from './live-address.rules.ts';
import {
  createWidgetContent,
  getPictureId,
  parseKeptSettings,
  parseSettings,
  type StoredWidget,
  type WidgetPicture,
} from './widget-content.service.ts';
import { findPhotoCopy } from './widget-files.read-model.ts';

interface WidgetsDeps extends Pick<Platform, 'db' | 'storage' | 'publicUrl' | 'screenUrl'> {
  media: Pick<MediaApi, 'present'>;
  sources: Pick<ModuleApi<typeof sourcesModule>, 'assertUsable' | 'link' | 'findOfFile' | 'findDataOfFile'>;
  uploads: Pick<UploadsApi, 'contents'>;
  webPages: Pick<ModuleApi<typeof webPagesModule>, 'assertUsable' | 'add' | 'checkNow'>;
}

interface NewWidget {
  albumId: string;
  name: string;
  settings: WidgetSettings;
}

export function createWidgetsService(deps: WidgetsDeps) {
  const { db, storage, media, sources, uploads, webPages } = deps;
  const contents = createWidgetContent(storage);
  const assertUsable = createUsableCheck(deps);

  /** Finds the picture that the settings name. A photo that the widget shows already may have been deleted since, so its copy is used again. NOT_FOUND, INVALID, NOT_READY. */
  const findPicture = async (
    actor: Person,
    settings: WidgetSettings,
    before?: StoredWidget,
  ): Promise<(WidgetPicture & { isKept: boolean }) | undefined> => {
    const photoId = getPictureId(settings);
    if (photoId === null) return undefined;
    const isKept = before !== undefined && parseKeptSettings(before).pictureId === photoId;
    if (isKept) return before.picture && { photoId, file: before.picture, isKept };
    await authorize(db, actor, 'media.read', [photoId]);
    const photo = await findPhotoCopy(db, photoId);
    if (!photo) throw new AppError('NOT_FOUND');
    if (photo.kind !== 'image') throw new AppError('INVALID', 'Choose a photo.');
    if (!photo.copy) throw new AppError('NOT_READY', 'This photo is still being processed. Try again in a moment.');
    return { photoId, file: photo.copy, isKept };
  };

  /** Builds the files of a widget, and the function that inserts their other rows. */
  const prepare = async (actor: Person, settings: WidgetSettings, before?: StoredWidget): Promise<ContentRequest> => {
    const picture = await findPicture(actor, settings, before);
    return {
      content: await contents.build(settings, picture),
      async insertDetails(tx: Tx, fileId: string) {
        // A copy of a photo is given away with the widget, so the account must be allowed to edit the photo.
        if (picture && !picture.isKept) await authorize(tx, actor, 'media.update', [picture.photoId]);
        if ('sourceId' in settings) await sources.link(tx, fileId, settings.sourceId);
        if (settings.type === 'web') await webPages.add(tx, fileId, settings.address);
      },
    };
  };

  const present = async (actor: Person, mediaId: string): Promise<Media> => {
    const [shown] = await media.present(db, actor, await findMedia(db, [mediaId]));
    if (!shown) throw new AppError('NOT_FOUND');
    return shown;
  };

  /** Adds a widget to the end of an album. NOT_FOUND, INVALID, NOT_READY, ALBUM_FULL, PLAN_ENDED, QUOTA_EXCEEDED, DISK_FULL. */
  const create = async (actor: Person, { albumId, name, settings }: NewWidget): Promise<Media> => {
    await assertUsable(actor, settings);
    const { fileId, mediaId } = await uploads.contents.add(actor, { albumId, name, ...(await prepare(actor, settings)) });
    if (settings.type === 'web') await webPages.checkNow(fileId);
    return present(actor, mediaId);
  };

  /** Returns the settings of a widget and the data that it draws. NOT_FOUND. */
  const read = async (actor: Person, mediaId: string): Promise<WidgetDetails> => {
    await authorize(db, actor, 'media.read', [mediaId]);
    const stored = await contents.read(db, mediaId);
    const settings = parseSettings(stored);
    const source = await sources.findOfFile(actor, stored.fileId);
    // A copy for another account draws another source than the one in its settings.
    const current = source && 'sourceId' in settings ? { ...settings, sourceId: source._id } : settings;
    return { settings: current, pictureKey: stored.picture?.id ?? null, source };
  };

  /** Returns the settings of a widget and its data to a visitor with a link to the album. NOT_FOUND. */
  const readShared = async (link: LinkActor, mediaId: string): Promise<SharedWidgetDetails> => {
    await authorize(db, link, 'media.read', [mediaId]);
    const stored = await contents.read(db, mediaId);
    return {
      settings: parseSettings(stored),
      pictureKey: stored.picture?.id ?? null,
      source: await sources.findDataOfFile(stored.fileId),
    };
  };

  /** Replaces the settings, and the name if one is given. NOT_FOUND, INVALID, NOT_READY, ALBUM_FULL, PLAN_ENDED, QUOTA_EXCEEDED, DISK_FULL. */
  const edit = async (
    actor: Person,
    mediaId: string,
    { name, settings }: Omit<NewWidget, 'albumId' | 'name'> & { name?: string },
  ): Promise<Media> => {
    // The transaction that replaces the file checks this again. Without this check, readers could make the server store bytes.
    await db.transaction().execute((tx) => authorize(tx, actor, 'media.update', [mediaId]));
    const before = await contents.read(db, mediaId);
    if (parseKeptSettings(before).type !== settings.type) throw new AppError('INVALID', 'The type of a widget cannot be changed.');
    await assertUsable(actor, settings, before.fileId);
    const replaced = await uploads.contents.replace(actor, { mediaId, name, ...(await prepare(actor, settings, before)) });
    if (settings.type !== 'web') return replaced.media;
    await webPages.checkNow(replaced.fileId);
    return present(actor, mediaId);
  };

  return { create, read, readShared, edit };
}

export type WidgetsService = ReturnType<typeof createWidgetsService>;

/**
 * Returns the function that throws unless the account may use the source or the address in the settings. A source that the file before draws already may
 * belong to another account.
 */
function createUsableCheck({ publicUrl, screenUrl = publicUrl, sources, webPages }: WidgetsDeps) {
  /** Throws when screens can't play the stream because of the addresses of this installation. INVALID. */
  const assertPlayable = (address: string): void => {
    const message = findLiveAddressProblem(address, { publicUrl, screenUrl });
    if (message !== null) throw new AppError('INVALID', message, { issues: [{ path: 'settings.address', message }] });
  };

  return async (actor: Person, settings: WidgetSettings, fileIdBefore?: string): Promise<void> => {
    if (settings.type === 'web') webPages.assertUsable(settings.address);
    if (settings.type === 'live') assertPlayable(settings.address);
    if (!('sourceId' in settings)) return;
    const current = fileIdBefore === undefined ? null : await sources.findOfFile(actor, fileIdBefore);
    await sources.assertUsable(actor, settings, current?._id);
  };
}
