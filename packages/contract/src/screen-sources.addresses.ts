/** Address of documents, which only the screen's chunk with data sources contains. */
import { endpointAddress } from './endpoint.ts';
import type { sourceParams } from './screens.ts';
import type { sourceDocument } from './sources.ts';

/** A document never changes, so that caches may store it. */
export const readSourceDocument = endpointAddress<{ params: typeof sourceParams; result: typeof sourceDocument }>()({
  method: 'GET',
  path: '/screens/sources/:sha256',
  access: 'screen',
});
