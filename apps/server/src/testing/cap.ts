/** CAP alerts and signatures for tests. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { SignedXml } from 'xml-crypto';

export interface CapOptions {
  type?: string;
  status?: string;
  references?: string[];
  event?: string;
  minutes?: number;
  sent?: string;
}

const STARTED_AT = new Date().toISOString();

/** A CAP alert that was sent at the start of the tests. References name other alerts that were: `A1`, or `A1,2026-05-04T10:00:00Z`. */
export const aCapAlert = (
  identifier: string,
  { type = 'Alert', status = 'Actual', references = [], event = 'Flood', minutes = 60, sent = STARTED_AT }: CapOptions = {},
): string =>
  `<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>${identifier}</identifier><sender>weather@example.com</sender>
    <sent>${sent}</sent><status>${status}</status><msgType>${type}</msgType><scope>Public</scope>
    <references>${references.map((reference) => `weather@example.com,${reference}${reference.includes(',') ? '' : `,${STARTED_AT}`}`).join(' ')}</references>
    <info><category>Met</category><event>${event}</event><urgency>Immediate</urgency><severity>Severe</severity><certainty>Likely</certainty>
      <expires>${new Date(Date.now() + minutes * 60_000).toISOString()}</expires><area><areaDesc>Harbor</areaDesc></area></info></alert>`;

export interface SigningKey {
  privateKey: KeyObject;
  /** PEM. */
  publicKey: string;
}

export function createSigningKey(kind: 'rsa' | 'ec' | 'weak' = 'rsa'): SigningKey {
  const pair =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: kind === 'weak' ? 1024 : 2048 });
  return { privateKey: pair.privateKey, publicKey: String(pair.publicKey.export({ type: 'spki', format: 'pem' })) };
}

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const ECDSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256';

export interface SignOptions {
  signature?: string;
  digest?: string;
  transforms?: string[];
  /** XPath of the signed element. */
  xpath?: string;
}

/** Signs an XML document with an enveloped signature. */
export function signXml(xml: string, { privateKey }: SigningKey, options: SignOptions = {}): string {
  const isRsa = privateKey.asymmetricKeyType === 'rsa';
  const { signature = isRsa ? RSA_SHA256 : ECDSA_SHA256, digest = SHA256, transforms = [ENVELOPED, EXCLUSIVE], xpath } = options;
  const signed = new SignedXml({ privateKey, signatureAlgorithm: signature, canonicalizationAlgorithm: EXCLUSIVE });
  signed.SignatureAlgorithms[ECDSA_SHA256] = EcdsaSigner as never;
  signed.addReference({ xpath: xpath ?? '/*', isEmptyUri: xpath === undefined, transforms, digestAlgorithm: digest });
  signed.computeSignature(xml);
  return signed.getSignedXml();
}

class EcdsaSigner {
  getSignature(material: string, key: KeyObject): string {
    return sign('sha256', Buffer.from(material), { key, dsaEncoding: 'ieee-p1363' }).toString('base64');
  }
  verifySignature(): never {
    throw new Error('only signs');
  }
  getAlgorithmName(): string {
    return ECDSA_SHA256;
  }
}
