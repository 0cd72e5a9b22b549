import { api, apiPath } from '../../../lib/api-client.ts';

interface ZipTicket {
  key: string;
  name: string;
}

/** Asks for a zip of an album, or of some of its media; it is streamed from the path answered. */
export async function requestZip(albumId: string, ids?: readonly string[]): Promise<{ path: string; name: string }> {
  const { result } = await api.post<ZipTicket>('/uploads/zip', { albumId, mediaIdArr: ids });
  return { path: apiPath(`/uploads/zip/${result.key}`), name: result.name };
}
