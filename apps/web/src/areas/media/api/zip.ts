import { createZip, readZip } from '@vitrine/contract/files.endpoints';
import { call, getEndpointUrl } from '../../../lib/api-client.ts';

/** Asks for a zip of an album, or of some of its media; it is streamed from the path answered. */
export async function requestZip(albumId: string, ids?: readonly string[]): Promise<{ path: string; name: string }> {
  const { key, name } = await call(createZip, { body: { albumId, mediaIdArr: ids } });
  return { path: getEndpointUrl(readZip, { params: { key } }), name };
}
