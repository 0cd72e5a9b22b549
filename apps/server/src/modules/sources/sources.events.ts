import { defineEvent } from '../../platform/events.ts';

/** Documents of sources changed, or sources began or ceased to fail. `documents` are the SHA-256 of new documents. */
export const sourcesChanged = defineEvent<{ sourceIds: string[]; documents: string[] }>('sources.changed');
