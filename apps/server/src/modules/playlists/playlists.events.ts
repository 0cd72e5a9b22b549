import { defineEvent } from '../../platform/events.ts';

/** The content or the name of a playlist changed. */
export const playlistChanged = defineEvent<{ playlistId: string }>('playlists.changed');

/** The playlist is moved to the bin. It is still in its table, and already in the bin's. */
export const playlistDeleting = defineEvent<{ playlistId: string }>('playlists.deleting');

/** The playlist was restored from the bin. It is in both tables. */
export const playlistRestored = defineEvent<{ playlistId: string }>('playlists.restored');
