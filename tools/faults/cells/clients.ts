import { type Media, TUS_PATH, type UploadedFile } from '@vitrine/contract';
import { type Kept, type Ledger, sha256 } from './ledger.ts';
import { type Caller, callApi, persist, request, WrongAnswer } from './requests.ts';

/** Ends within a part of the store and not with it, so that something waits for more. */
const PIECE_BYTES = 12_000_000;

/** A simulated client of a cell: the account and album to which it uploads. */
export interface Client {
  person: Caller;
  albumId: string;
  ledger: Ledger;
}

/** A photo as a form sends it; once. */
export async function uploadWhole({ person, albumId, ledger }: Client, bytes: Buffer): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
  const answer = await request(person, '/api/uploads', { method: 'POST', body });
  const [file] = (JSON.parse(answer.bytes.toString()) as { result: UploadedFile[] }).result;
  const [media] = await callApi<Media[]>(person, 'POST', '/medias', { albumId, mediaFile: [{ key: file?.key }] });
  ledger.keep({ mediaId: media?._id ?? '', key: file?.key ?? '', sha256: sha256(bytes) });
}

export interface Resumable {
  name: string;
  bytes: Buffer;
  /** Once it has an address. */
  onBegun?: (id: string) => void;
  /** Body of the requests from this offset on, instead of the next piece. */
  bodyFrom?: (offset: number) => BodyInit | undefined;
}

/** Uploads with the resumable protocol as the web app does: continues from the offset that the server reports until the upload is acknowledged. */
export async function uploadResumable(cell: Client, upload: Resumable): Promise<void> {
  const { person, ledger } = cell;
  const client = new TusClient(cell, upload);
  const mediaId = await persist(`the upload of ${upload.name}`, () => client.goOn());
  const media = await persist('the media of an upload', () => callApi<Media>(person, 'GET', `/medias/media/${mediaId}`));
  ledger.keep({ mediaId, key: media.mediaFile.key, sha256: sha256(upload.bytes) });
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

  /** Sends the next piece. Returns the id of the created media once the upload is complete. */
  async goOn(): Promise<string | undefined> {
    this.#url ??= await this.#begin();
    const { headers } = await this.#call('HEAD', this.#url);
    const offset = Number(headers.get('upload-offset'));
    if (offset < this.#acknowledged) throw new WrongAnswer(`an upload went back from ${this.#acknowledged} to ${offset} bytes`);
    return headers.get('x-media-id') ?? (await this.#send(this.#url, offset));
  }

  #call(method: string, url: string, headers: Record<string, string> = {}, body?: BodyInit) {
    const given = { method, headers: { 'tus-resumable': '1.0.0', ...headers } };
    return request(this.#cell.person, url, body === undefined ? given : { ...given, body });
  }

  async #begin(): Promise<string> {
    const { name, bytes, onBegun } = this.#upload;
    const metadata = `filename ${btoa(name)},albumId ${btoa(this.#cell.albumId)}`;
    const answer = await this.#call('POST', TUS_PATH, { 'upload-length': String(bytes.length), 'upload-metadata': metadata });
    const { pathname } = new URL(answer.headers.get('location') ?? '', this.#cell.person.product.origin);
    onBegun?.(pathname.split('/').at(-1) ?? '');
    return pathname;
  }

  async #send(url: string, offset: number): Promise<string | undefined> {
    const { bytes, bodyFrom } = this.#upload;
    const body = bodyFrom?.(offset) ?? new Uint8Array(bytes.subarray(offset, offset + PIECE_BYTES));
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
    const answer = await this.#call('PATCH', url, headers, body);
    this.#acknowledged = Number(answer.headers.get('upload-offset'));
    return answer.headers.get('x-media-id') ?? undefined;
  }
}

/** Reads a file that was acknowledged. Any error but WrongAnswer is a refusal for now, or an answer that broke off. */
export async function readKept({ person }: Client, { key, sha256: expected }: Kept): Promise<true> {
  const { bytes } = await request(person, `/api/uploads/media/download/?key=${key}`);
  if (sha256(bytes) !== expected) throw new WrongAnswer(`the bytes of ${key} are not what was acknowledged`);
  return true;
}
