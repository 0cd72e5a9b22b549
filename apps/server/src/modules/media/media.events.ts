import { defineEvent } from '../../platform/events.ts';

/** Media with these originals left their album: covers that were made of them go with them, where nothing else shows them. */
export const mediaRemovedFromAlbum = defineEvent<{ fileIds: string[] }>('media.left');
