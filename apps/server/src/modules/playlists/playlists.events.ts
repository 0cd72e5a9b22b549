import { defineEvent } from '../../platform/events.ts';

/** What the playlist shows or is called changed. */
export const playlistChanged = defineEvent<{ playlistId: string }>('playlists.changed');

/** It is about to go. */
export const playlistDeleting = defineEvent<{ playlistId: string }>('playlists.deleting');
