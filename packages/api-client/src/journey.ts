/** A first program of an outside engineer: from sign-in to the manifest of a screen, with the generated client only. */
import createClient from 'openapi-fetch';
import type { paths } from '../dist/api.ts';

interface Journey {
  baseUrl: string;
  email: string;
  password: string;
  photo: Blob;
  /** Resolves when the server has processed the uploaded photo. */
  processUploads: () => Promise<void>;
}

type Api = ReturnType<typeof createClient<paths>>;

export async function publishFirstAlbum({ baseUrl, email, password, photo, processUploads }: Journey) {
  const visitor = createClient<paths>({ baseUrl });
  const { token, result: user } = dataOf(await visitor.POST('/api/users/login', { body: { email, password } }));
  const api = createClient<paths>({ baseUrl, headers: { authorization: token ?? '' } });

  const { result: album } = dataOf(await api.POST('/api/albums', { body: { name: 'Summer' } }));
  const media = await uploadPhoto(api, album._id, photo);
  await processUploads();

  const { result: playlist } = dataOf(await api.POST('/api/playlists', { body: { name: 'Evenings' } }));
  const path = { playlistId: playlist._id };
  const albumArr = [{ albumId: album._id, duration: 10 }];
  dataOf(await api.POST('/api/playlists/album/add/{playlistId}', { params: { path }, body: { albumArr } }));

  const { result: screen } = dataOf(await visitor.POST('/api/register/device', { body: {} }));
  const added = { name: 'Kitchen', deviceId: screen.deviceId, timeZone: 'Europe/Lisbon' };
  const { result: device } = dataOf(await api.POST('/api/devices', { body: added }));
  dataOf(await api.POST('/api/publishes', { body: { playlistId: playlist._id, deviceId: device._id } }));

  const headers = { authorization: `Screen ${screen.deviceId}:${screen.secret}` };
  const { result: manifest } = dataOf(await visitor.GET('/api/screens/manifest', { headers }));
  return { user, album, media, device, manifest };
}

async function uploadPhoto(api: Api, albumId: string, photo: Blob) {
  const form = new FormData();
  form.append('file', photo, 'beach.jpg');
  // The generated type of a file is a string, since JSON has no other.
  const { result: files } = dataOf(await api.POST('/api/uploads', { body: { file: [] }, bodySerializer: () => form }));
  const [file] = files;
  if (!file) throw new Error('No file was stored');
  const { result } = dataOf(await api.POST('/api/medias', { body: { albumId, mediaFile: [{ key: file.key }] } }));
  return result;
}

/** The code of a refused sign-in. The annotation compiles only while the document declares these codes. */
export async function refusedSignIn(baseUrl: string, email: string, password: string) {
  const { error } = await createClient<paths>({ baseUrl }).POST('/api/users/login', { body: { email, password } });
  if (error === undefined || error.code !== 'INCORRECT_PASSWORD') throw new Error(`Not refused as expected: ${error?.code}`);
  const code: 'INCORRECT_PASSWORD' = error.code;
  return code;
}

function dataOf<Data>({ data, error }: { data?: Data; error?: { code: string; message: string } }): Data {
  if (data === undefined) throw new Error(`${error?.code}: ${error?.message}`);
  return data;
}
