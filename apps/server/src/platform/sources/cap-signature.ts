import { type KeyLike, type KeyObject, verify as verifySignature } from 'node:crypto';
import { DOMParser, type Document, type Element, type Node } from '@xmldom/xmldom';
import { type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import { AppError } from '../errors.ts';
import { refuseDocumentType } from './cap-document.ts';
import type { TrustedKey } from './trusted-keys.ts';

const SIGNATURE_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#';
const ENVELOPED = `${SIGNATURE_NAMESPACE}enveloped-signature`;
const CANONICAL = ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315', 'http://www.w3.org/2001/10/xml-exc-c14n#'];
/** Hash algorithms without SHA-1. */
const DIGESTS = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'];
const SIGNATURES = ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512'];
const ECDSA_SIGNATURES = Object.fromEntries(
  ['sha256', 'sha384', 'sha512'].map((hash) => {
    const name = `http://www.w3.org/2001/04/xmldsig-more#ecdsa-${hash}`;
    return [name, createEcdsaAlgorithm(name, hash)];
  }),
);

/**
 * Verifies the signature of a CAP alert, and returns the signed XML in its canonical form. Only this text may be read, because the document may contain more
 * than what was signed. The signature must be the only one, enveloped by the root element, and sign the whole document. CAP_INVALID, CAP_SIGNATURE_INVALID.
 */
export function readSignedXml(xml: string, keys: readonly TrustedKey[], now: number): string {
  refuseDocumentType(xml);
  // The canonical form of the library changes processing instructions into text.
  if (/<\?(?!xml\s)/i.test(xml)) throw new AppError('CAP_INVALID', 'This alert has processing instructions, which aren’t supported.');
  const signature = findSignature(xml);
  const valid = keys.filter(({ valid }) => valid === null || (valid.from <= now && now < valid.until));
  if (valid.length === 0) throw refuse('The trusted certificates have expired. Enter new ones.');
  for (const { key } of valid) {
    const signed = verify(xml, signature, key);
    if (signed !== undefined) return signed;
  }
  throw refuse('Its signature isn’t valid, or no trusted key made it.');
}

const refuse = (reason: string) => new AppError('CAP_SIGNATURE_INVALID', `This alert was refused. ${reason}`);

/** Returns the signature that the root element contains. */
function findSignature(xml: string): Element {
  const document = parseXml(xml);
  const signatures = document.getElementsByTagNameNS(SIGNATURE_NAMESPACE, 'Signature');
  const signature = signatures.item(0);
  if (!signature) throw refuse('It isn’t signed.');
  if (signatures.length > 1) throw refuse('It has several signatures.');
  if (signature.parentNode !== document.documentElement) throw refuse('Its signature is in the wrong place.');
  // A comment would divide a digest in two, of which one reader takes the first part and another one both.
  const hasComment = [...listDescendants(signature)].some(({ nodeType }) => nodeType === COMMENT_NODE);
  if (hasComment) throw refuse('Its signature can’t be read.');
  return signature;
}

const COMMENT_NODE = 8;

function* listDescendants(node: Node): Generator<Node> {
  for (let child = node.firstChild; child; child = child.nextSibling) {
    yield child;
    yield* listDescendants(child);
  }
}

function parseXml(xml: string): Document {
  try {
    return new DOMParser({
      onError: (_level, message) => {
        throw new Error(message);
      },
    }).parseFromString(xml, 'text/xml');
  } catch {
    throw new AppError('CAP_INVALID');
  }
}

/** Returns the signed XML; undefined when this key did not sign it. */
function verify(xml: string, signature: Element, key: KeyObject): string | undefined {
  // Keys in the document are never used.
  const signed = new SignedXml({ publicCert: key, getCertFromKeyInfo: () => null });
  signed.CanonicalizationAlgorithms = pick(signed.CanonicalizationAlgorithms, [...CANONICAL, ENVELOPED]);
  signed.HashAlgorithms = pick(signed.HashAlgorithms, DIGESTS);
  signed.SignatureAlgorithms = key.asymmetricKeyType === 'rsa' ? pick(signed.SignatureAlgorithms, SIGNATURES) : ECDSA_SIGNATURES;
  try {
    signed.loadSignature(signature as never);
    if (!signed.checkSignature(xml)) return undefined;
  } catch {
    return undefined;
  }
  const references = signed.getReferences();
  const [content] = signed.getSignedReferences();
  const transforms = references[0]?.transforms ?? [];
  const isWhole = references.length === 1 && references[0]?.uri === '';
  const isEnveloped = transforms.length === 2 && transforms[0] === ENVELOPED && CANONICAL.includes(transforms[1] ?? '');
  if (!isWhole || !isEnveloped || content === undefined) throw refuse('Its signature doesn’t cover the whole alert.');
  return content;
}

const pick = <Value>(algorithms: Record<string, Value>, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(names.flatMap((name) => (algorithms[name] ? [[name, algorithms[name]]] : [])));

/** ECDSA, which the library does not have. XML signatures hold both numbers one after the other, which Node calls ieee-p1363. */
function createEcdsaAlgorithm(name: string, hash: string): new () => SignatureAlgorithm {
  return class implements SignatureAlgorithm {
    getSignature(): never {
      throw new Error('signatures are only verified');
    }
    verifySignature(material: string, key: KeyLike, signature: string): boolean {
      return verifySignature(
        hash,
        Buffer.from(material),
        { key: key as KeyObject, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64'),
      );
    }
    getAlgorithmName(): string {
      return name;
    }
  };
}
