import type { FramingState } from '@vitrine/contract/web-pages';
import type { Db } from '../../platform/database/database.ts';
import { defineEvent } from '../../platform/events.ts';
import { definePort } from '../../platform/ports.ts';

/** Media with these originals left their album. Covers made of them are removed when nothing else shows them. */
export const mediaRemovedFromAlbum = defineEvent<{ fileIds: string[] }>('media.left');

/** Returns whether sites allow screens to show the web pages whose addresses are in these files. */
export const framingStates = definePort<(db: Db, fileIds: readonly string[]) => Promise<Map<string, FramingState>>>('framing states');
