/** Channel on which a screen that is not yet added announces its id to other pages of the same browser, so that the user need not type it. */
export const WAITING_SCREEN_CHANNEL = 'vitrine-waiting-screen';

/** `ask` is answered by the waiting screen; null means that it no longer waits. The id alone grants no access. */
export type WaitingScreenMessage = { kind: 'ask' } | { kind: 'waiting'; deviceId: string | null };
