import { defineEvent } from '../../platform/events.ts';

/** Documents of sources changed, or sources began or ceased to fail. `documents` are the SHA-256 of new documents. */
export const sourcesChanged = defineEvent<{ sourceIds: string[]; documents: string[] }>('sources.changed');

/** A source has failed for a day. Emitted once until it works again. */
export const sourceFailing = defineEvent<{ ownerId: string; name: string; failure: string }>('sources.failing');
