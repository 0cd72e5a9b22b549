/** How a screen that waits to be added tells the other pages of its browser which id it shows, so that nobody types it from one tab into another. */
export const WAITING_SCREEN_CHANNEL = 'vitrine-waiting-screen';

/** `ask` is answered by whoever waits; null: it waits no longer. The id alone opens nothing. */
export type WaitingScreenMessage = { kind: 'ask' } | { kind: 'waiting'; deviceId: string | null };
