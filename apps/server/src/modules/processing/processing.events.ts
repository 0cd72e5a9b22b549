import type { SourceDocument } from '@vitrine/contract/sources';
import type { Db } from '../../platform/database/database.ts';
import { defineEvent } from '../../platform/events.ts';
import { definePort } from '../../platform/ports.ts';

/** Returns the data that the widget whose settings are in this file draws; null when it has none. */
export const widgetDocuments = definePort<(db: Db, fileId: string) => Promise<SourceDocument | null>>('widget documents');

/** Media can be shown for the first time, or their processing failed. */
export const mediaProcessed = defineEvent<{ mediaIds: string[]; isReady: boolean }>('processing.mediaProcessed');
