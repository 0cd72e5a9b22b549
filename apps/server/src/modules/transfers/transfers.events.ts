import { defineEvent } from '../../platform/events.ts';

/** Originals were copied as separate files of the album's owner. */
export const filesCopied = defineEvent<{ copies: { fileId: string; copyId: string }[] }>('transfers.filesCopied');
