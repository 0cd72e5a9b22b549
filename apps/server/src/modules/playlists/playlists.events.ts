import { defineEvent } from '../../platform/events.ts';

/** The content or the name of a playlist changed. */
export const playlistChanged = defineEvent<{ playlistId: string }>('playlists.changed');

/** The playlist is being deleted. */
export const playlistDeleting = defineEvent<{ playlistId: string }>('playlists.deleting');
