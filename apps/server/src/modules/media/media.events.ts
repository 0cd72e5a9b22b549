import { defineEvent } from '../../platform/events.ts';

/** Media with these originals left their album. Covers made of them are removed when nothing else shows them. */
export const mediaRemovedFromAlbum = defineEvent<{ fileIds: string[] }>('media.left');
