import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** Flags of authenticator data (WebAuthn level 3, section 6.1). */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** Encodes the few kinds of CBOR (RFC 8949) that an attestation has. */
function encodeCbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value >= 0 ? encodeHead(0, value) : encodeHead(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([encodeHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeHead(2, value.length), value]);
  const entries = [...value].map(([key, content]) => Buffer.concat([encodeCbor(key), encodeCbor(content as string)]));
  return Buffer.concat([encodeHead(5, value.size), ...entries]);
}

function encodeHead(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size]);
  if (size < 256) return Buffer.from([(kind << 5) | 24, size]);
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
}

interface AnswerChoices {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  /** Counter to report. Default: one more than before. */
  counter?: number;
}

/** An authenticator in software, which answers for the product at `origin` like a browser with a passkey. */
export class SoftwarePasskey {
  readonly id = randomBytes(32).toString('base64url');
  readonly #origin: string;
  readonly #key: { privateKey: KeyObject; publicKey: KeyObject };
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    this.#key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** Returns the response to options for creating a passkey. */
  register({ challenge }: { challenge: string }, choices: AnswerChoices = {}): object {
    const authData = Buffer.concat([this.#authenticatorData(HAS_CREDENTIAL, choices), this.#credentialData()]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', challenge, choices).toString('base64url'),
      attestationObject: encodeCbor(attestation).toString('base64url'),
    });
  }

  /** Returns the response to options for signing in. */
  answer({ challenge }: { challenge: string }, choices: AnswerChoices = {}): object {
    this.counter = choices.counter ?? this.counter + 1;
    const authenticatorData = this.#authenticatorData(0, choices);
    const clientData = this.#clientData('webauthn.get', challenge, choices);
    const signature = createSign('sha256')
      .update(Buffer.concat([authenticatorData, sha256(clientData)]))
      .sign(this.#key.privateKey);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #credential(response: Record<string, string>): object {
    return { id: this.id, rawId: this.id, type: 'public-key', response };
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: AnswerChoices): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(extra: number, { rpId = new URL(this.#origin).hostname, isVerified = true }: AnswerChoices): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | extra;
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }

  /** Authenticator model (none), credential id and public key (COSE, ES256). */
  #credentialData(): Buffer {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' });
    const coseKey = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const size = Buffer.from([id.length >> 8, id.length & 255]);
    return Buffer.concat([Buffer.alloc(16), size, id, encodeCbor(coseKey)]);
  }
}
