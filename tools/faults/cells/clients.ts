import { type Media, TUS_PATH, type UploadedFile } from '@vitrine/contract';
import { type AcknowledgedFile, type Ledger, sha256 } from './ledger.ts';
import { type Caller, callApi, InvalidResponseError, request, retry } from './requests.ts';

/** Size of a request body. The store's part size does not divide it, so that an incomplete part remains. */
const REQUEST_BYTES = 12_000_000;

/** A simulated client of a cell: the account and album to which it uploads. */
export interface Client {
  person: Caller;
  albumId: string;
  ledger: Ledger;
}

/** Uploads a photo with a form request, without retries. */
export async function uploadWhole({ person, albumId, ledger }: Client, bytes: Buffer): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
  const response = await request(person, '/api/uploads', { method: 'POST', body });
  const [file] = (JSON.parse(response.bytes.toString()) as { result: UploadedFile[] }).result;
  const [media] = await callApi<Media[]>(person, 'POST', '/medias', { albumId, mediaFile: [{ key: file?.key }] });
  ledger.add({ mediaId: media?._id ?? '', key: file?.key ?? '', sha256: sha256(bytes) });
}

export interface Resumable {
  name: string;
  bytes: Buffer;
  /** Receives the id of the created upload. */
  onCreated?: (id: string) => void;
  /** Returns a body to send from this offset instead of the next `REQUEST_BYTES`. */
  bodyFrom?: (offset: number) => BodyInit | undefined;
}

/** Uploads with the resumable protocol as the web app does: continues from the offset that the server reports until the upload is acknowledged. */
export async function uploadResumable(cell: Client, upload: Resumable): Promise<void> {
  const { person, ledger } = cell;
  const client = new TusClient(cell, upload);
  const mediaId = await retry(`the upload of ${upload.name}`, () => client.sendNext());
  const media = await retry('the media of an upload', () => callApi<Media>(person, 'GET', `/medias/media/${mediaId}`));
  ledger.add({ mediaId, key: media.mediaFile.key, sha256: sha256(upload.bytes) });
}

class TusClient {
  readonly #cell: Client;
  readonly #upload: Resumable;
  #url: string | undefined;
  #acknowledged = 0;

  constructor(cell: Client, upload: Resumable) {
    this.#cell = cell;
    this.#upload = upload;
  }

  /** Sends the next request. Returns the id of the created media once the upload is complete. */
  async sendNext(): Promise<string | undefined> {
    this.#url ??= await this.#create();
    const { headers } = await this.#call('HEAD', this.#url);
    const offset = Number(headers.get('upload-offset'));
    if (offset < this.#acknowledged)
      throw new InvalidResponseError(`the offset of an upload decreased from ${this.#acknowledged} to ${offset} bytes`);
    return headers.get('x-media-id') ?? (await this.#send(this.#url, offset));
  }

  #call(method: string, url: string, headers: Record<string, string> = {}, body?: BodyInit) {
    const options = { method, headers: { 'tus-resumable': '1.0.0', ...headers } };
    return request(this.#cell.person, url, body === undefined ? options : { ...options, body });
  }

  async #create(): Promise<string> {
    const { name, bytes, onCreated } = this.#upload;
    const metadata = `filename ${btoa(name)},albumId ${btoa(this.#cell.albumId)}`;
    const response = await this.#call('POST', TUS_PATH, { 'upload-length': String(bytes.length), 'upload-metadata': metadata });
    const { pathname } = new URL(response.headers.get('location') ?? '', this.#cell.person.product.origin);
    onCreated?.(pathname.split('/').at(-1) ?? '');
    return pathname;
  }

  async #send(url: string, offset: number): Promise<string | undefined> {
    const { bytes, bodyFrom } = this.#upload;
    const body = bodyFrom?.(offset) ?? new Uint8Array(bytes.subarray(offset, offset + REQUEST_BYTES));
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
    const response = await this.#call('PATCH', url, headers, body);
    this.#acknowledged = Number(response.headers.get('upload-offset'));
    return response.headers.get('x-media-id') ?? undefined;
  }
}

/** Reads an acknowledged file. Throws InvalidResponseError when its bytes differ, and any other error when the request was refused temporarily or interrupted. */
export async function readAcknowledgedFile({ person }: Client, { key, sha256: expected }: AcknowledgedFile): Promise<true> {
  const { bytes } = await request(person, `/api/uploads/media/download/?key=${key}`);
  if (sha256(bytes) !== expected) throw new InvalidResponseError(`the bytes of ${key} differ from the acknowledged upload`);
  return true;
}
