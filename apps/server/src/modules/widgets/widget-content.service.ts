import { readFile } from 'node:fs/promises';
import { type ScreenWidget, WIDGET_MAX_BYTES, WIDGET_MIMETYPE, type WidgetSettings, widgetSettings } from '@vitrine/contract/widgets';
import { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { ContentDerivative, NewContent } from '../files/index.ts';
import { findWidgetFiles, type PictureFile } from './widget-files.read-model.ts';

/** The picture of a widget: the id of the photo, and the stored file that is copied. */
export interface WidgetPicture {
  photoId: string;
  file: PictureFile;
}

/** The stored file of a widget. */
export interface StoredWidget {
  fileId: string;
  json: string;
  /** The widget's copy of its picture. */
  picture: PictureFile | undefined;
}

/** Settings that an edit compares with the new ones. The others are replaced without validation. */
const keptSettings = z.object({ type: z.string(), pictureId: z.string().nullish() });

export const getPictureId = (settings: WidgetSettings): string | null => (settings.type === 'slide' ? settings.pictureId : null);

/** Settings of earlier versions get the defaults of later fields. */
export const parseSettings = ({ json }: StoredWidget): WidgetSettings => widgetSettings.parse(JSON.parse(json));

export const parseKeptSettings = ({ json }: StoredWidget): z.infer<typeof keptSettings> => keptSettings.parse(JSON.parse(json));

/** Builds the files of widgets, and reads them. */
export function createWidgetContent(storage: Storage) {
  const readBytes = (key: string) => storage.withLocalFile(key, (file) => readFile(file));

  /** Returns the copy of the picture for pages, and the picture as screens get it. */
  const copyPicture = async ({ photoId, file }: WidgetPicture) => {
    const { mimetype, width, height } = file;
    const asset: ContentDerivative = { made: { role: 'asset', mimetype, kind: 'image', width, height }, source: file };
    const url = `data:${mimetype};base64,${(await readBytes(file.storage_key)).toString('base64')}`;
    return { derivatives: [asset], pictures: { [photoId]: url } satisfies ScreenWidget['pictures'] };
  };

  return {
    /** Returns the files of a widget: the settings, and for screens the settings with the picture. INVALID when they are too large. */
    async build(settings: WidgetSettings, picture: WidgetPicture | undefined): Promise<NewContent> {
      const json = JSON.stringify(settings);
      const bytes = Buffer.from(json);
      if (bytes.length > WIDGET_MAX_BYTES) throw new AppError('INVALID', 'The widget contains too much text. Use at most 64 kB.');
      const { derivatives, pictures } = picture ? await copyPicture(picture) : { derivatives: [], pictures: {} };
      const kind = settings.type === 'web' || settings.type === 'live' ? settings.type : 'widget';
      const screen: ContentDerivative = {
        made: { role: 'screen', mimetype: WIDGET_MIMETYPE, kind, width: null, height: null },
        // A `ScreenWidget`. It contains the same JSON, because serializing large settings twice takes longer.
        bytes: Buffer.from(`{"settings":${json},"pictures":${JSON.stringify(pictures)}}`),
      };
      return { kind, mimetype: WIDGET_MIMETYPE, fileName: 'widget.json', bytes, derivatives: [...derivatives, screen] };
    },

    /** Reads the stored file of a widget. NOT_FOUND, also for media of other kinds. */
    async read(db: Db, mediaId: string): Promise<StoredWidget> {
      const files = await findWidgetFiles(db, mediaId);
      if (!files) throw new AppError('NOT_FOUND');
      const bytes = await readBytes(files.settings.storage_key);
      return { fileId: files.settings.id, json: bytes.toString(), picture: files.picture };
    },
  };
}
