import { setTimeout as sleep } from 'node:timers/promises';
import type { Album, Device, Media, Playlist, UploadedFile, User } from '@vitrine/contract';
import { insertPerson } from '../apps/server/src/testing/people.ts';
import type { Product, RunningProduct } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { until } from './until.ts';

/** Status of processed media. */
const READY = 6;

interface ApiResponse<T> {
  status: number;
  body: { error: boolean; code?: string; message?: string; token?: string; result: T };
}

/** A user of the running product who sends requests like any API client. */
export class ApiPerson<P extends RunningProduct = Product> {
  readonly product: P;
  readonly email: string;
  readonly password = 'correct horse';
  token = '';
  userId = '';

  private constructor(product: P, email: string) {
    this.product = product;
    this.email = email;
  }

  /**
   * Creates a verified account that has accepted the privacy agreement and is signed in, directly in the database. Onboarding is finished unless `isNewcomer`
   * is true.
   */
  static async create<P extends RunningProduct>(product: P, email: string, name = 'Ana Lima', isNewcomer = false): Promise<ApiPerson<P>> {
    const person = new ApiPerson(product, email);
    const { userId, token } = await withProductDatabase(product, (db) => insertPerson(db, { name, email, isNewcomer }));
    person.userId = userId;
    person.token = token;
    return person;
  }

  /** Signs up, follows the link of the mail, signs in and accepts the privacy agreement. */
  static async signUp<P extends RunningProduct>(product: P, email: string, name = 'Ana Lima'): Promise<ApiPerson<P>> {
    const person = new ApiPerson(product, email);
    await person.request('POST', '/users', { name, email, password: person.password });
    const link = await verificationLink(product, email);
    await person.request('PUT', '/users/email/verify?type=create_user', {
      key: link.searchParams.get('emailvfkey'),
      lock: link.searchParams.get('emailvflock'),
    });
    await person.signIn();
    await person.request('PUT', `/users/privecy/${person.userId}`, { privacy: true });
    return person;
  }

  /** Signs in to an existing account; all test accounts have the same password. */
  static async signIn<P extends RunningProduct>(product: P, email: string): Promise<ApiPerson<P>> {
    const person = new ApiPerson(product, email);
    await person.signIn();
    return person;
  }

  async signIn(): Promise<void> {
    const response = await this.call<User>('POST', '/users/login', { email: this.email, password: this.password });
    if (response.body.error) throw new Error(`${this.email} could not sign in: ${response.body.message}`);
    this.token = response.body.token ?? '';
    this.userId = response.body.result._id;
  }

  /** Sends a request and returns the response, also when it is an error. */
  async call<T>(method: string, path: string, body?: unknown): Promise<ApiResponse<T>> {
    const headers = new Headers(this.token === '' ? {} : { authorization: this.token });
    if (body !== undefined) headers.set('content-type', 'application/json');
    const response = await fetch(`${this.product.origin}/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as ApiResponse<T>['body'] };
  }

  /** Sends a request and returns its result. Throws when the response is an error. */
  async request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.call<T>(method, path, body);
    if (response.body.error) throw new Error(`${method} ${path}: ${response.status} ${response.body.message}`);
    return response.body.result;
  }

  async upload(name: string, bytes: Buffer, signal?: AbortSignal): Promise<UploadedFile> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), name);
    const headers = { authorization: this.token };
    const response = await fetch(`${this.product.origin}/api/uploads`, { method: 'POST', headers, body: form, signal });
    const body = (await response.json()) as ApiResponse<UploadedFile[]>['body'];
    const [file] = body.result ?? [];
    if (!file) throw new Error(`${name}: ${body.message}`);
    return file;
  }

  album = (name: string) => this.request<Album>('POST', '/albums', { name });
  attach = (albumId: string, keys: string[]) =>
    this.request<Media[]>('POST', '/medias', { albumId, mediaFile: keys.map((key) => ({ key })) });
  /** Creates an album with copies of all media of another one, in their order. This is much faster than uploads. */
  async copyOf({ _id, name }: Album): Promise<Album> {
    const copy = await this.album(name);
    const mediaIdArr = (await this.media(_id)).map((media) => media._id);
    await this.request('PUT', `/medias/${_id}/copy`, { mediaIdArr, albumId: copy._id });
    return copy;
  }

  media = (albumId: string) => this.request<Media[]>('GET', `/medias/${albumId}?dataPerPage=300`);

  /** Waits until the album has media and all of them are processed. */
  waitUntilReady = (albumId: string): Promise<void> =>
    until('the media of the album are processed', async () => {
      const media = await this.media(albumId);
      return media.length > 0 && media.every(({ status }) => status === READY);
    });

  async playlist(name: string, albumIds: string[]): Promise<Playlist> {
    const playlist = await this.request<Playlist>('POST', '/playlists', { name });
    return this.request<Playlist>('POST', `/playlists/album/add/${playlist._id}`, { albumArr: albumIds.map((albumId) => ({ albumId })) });
  }

  device = (name: string, deviceId: string) => this.request<Device>('POST', '/devices', { name, deviceId, timeZone: 'UTC' });
  publish = (playlistId: string, deviceId: string | string[]) => this.request<unknown>('POST', '/publishes', { playlistId, deviceId });

  /** Registers a new screen. */
  screen = () => this.request<{ deviceId: string; secret: string }>('POST', '/register/device', {});

  bytes(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.product.origin}/api${path}`, { headers: { authorization: this.token, ...headers } });
  }
}

/** Returns the link with this key in the newest email to this address. Emails are quoted-printable. */
async function readLink(product: RunningProduct, email: string, key: 'emailvf' | 'resetvf'): Promise<string> {
  const pattern = new RegExp(`https?://\\S+${key}key=[\\w-]+&${key}lock=[\\w-]+`);
  // The newest email may still be of another kind.
  for (let attempt = 0; attempt < 100; attempt++) {
    const mail = (await product.mailTo(email)).replace(/=\r?\n/g, '').replaceAll('=3D', '=');
    const link = pattern.exec(mail)?.[0];
    if (link) return link;
    await sleep(50);
  }
  throw new Error(`No link in the email to ${email}`);
}

export const verificationLink = async (product: RunningProduct, email: string): Promise<URL> =>
  new URL(await readLink(product, email, 'emailvf'));
