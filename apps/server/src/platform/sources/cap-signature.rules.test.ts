import { generate } from 'selfsigned';
import { describe, expect, it } from 'vitest';
import { aCapAlert, createSigningKey, signXml } from '../../testing/cap.ts';
import { parseCapAlert } from './cap-document.ts';
import { readSignedXml } from './cap-signature.ts';
import { parseTrustedKeys } from './trusted-keys.ts';

const NOW = Date.now();
const key = createSigningKey();
const read = (xml: string, pem = key.publicKey) => parseCapAlert(readSignedXml(xml, parseTrustedKeys(pem), NOW));
const refuse = (xml: string, pem?: string) => {
  try {
    return `accepted ${read(xml, pem).identifier}`;
  } catch (error) {
    return (error as { code?: string }).code;
  }
};
const INVALID = 'CAP_SIGNATURE_INVALID';

const signed = signXml(aCapAlert('S1'), key);
const splitSignature = (xml: string): { body: string; signature: string } => {
  const signature = /<Signature[\s\S]*<\/Signature>/.exec(xml)?.[0] ?? '';
  return { body: xml.replace(signature, ''), signature };
};

describe('readSignedXml', () => {
  it('returns the signed alert', () => {
    expect(read(signed)).toMatchObject({ identifier: 'S1', infos: [{ event: 'Flood' }] });
    expect(read(`<?xml version="1.0" encoding="UTF-8"?>\n<!-- by the harbor -->${signed}`).identifier).toBe('S1');
  });

  it('accepts any of several keys, and keys of elliptic curves', () => {
    const other = createSigningKey('ec');
    expect(read(signXml(aCapAlert('S2'), other), `${key.publicKey}\n${other.publicKey}`).identifier).toBe('S2');
  });

  it('accepts the canonical form with all namespaces', () => {
    const xml = signXml(aCapAlert('S3'), key, { transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature'] });
    expect(read(xml).identifier).toBe('S3');
  });

  const { body, signature } = splitSignature(signed);
  const evil = aCapAlert('EVIL');
  it.each<[string, string, string | undefined]>([
    ['no signature', aCapAlert('S1'), INVALID],
    ['another key', signXml(aCapAlert('S1'), createSigningKey()), INVALID],
    ['a changed text', signed.replace('Flood', 'Wind'), INVALID],
    ['a changed digest', signed.replace(/<DigestValue>..../, '<DigestValue>AAAA'), INVALID],
    ['two signatures', signed.replace(signature, `${signature}${signature}`), INVALID],
    ['two signatures of two keys', signXml(signed, createSigningKey()), INVALID],
    ['SHA-1', signXml(aCapAlert('S1'), key, { signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }), INVALID],
    ['a digest with SHA-1', signXml(aCapAlert('S1'), key, { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }), INVALID],
    ['a signature of a part', signXml(aCapAlert('S1'), key, { xpath: "//*[local-name(.)='info']" }), INVALID],
    ['the signed alert within another one', evil.replace('</alert>', `${signed}</alert>`), INVALID],
    ['the signature in another alert', evil.replace('</alert>', `${signature}</alert>`), INVALID],
    [
      'the signed alert within the signature',
      evil.replace('</alert>', `${signature.replace('</Signature>', `<Object>${body}</Object></Signature>`)}</alert>`),
      INVALID,
    ],
    ['a signature below the root', signed.replace(signature, `<parameter>${signature}</parameter>`), INVALID],
    ['a comment in the digest', signed.replace(/<DigestValue>(....)/, '<DigestValue>$1<!-- x -->'), INVALID],
    ['two blocks of what was signed', signed.replace('<SignedInfo>', '<SignedInfo/><SignedInfo>'), INVALID],
    ['a processing instruction', signed.replace('<event>Flood', '<event><?p Fl?>ood'), 'CAP_INVALID'],
    ['entities', `<!DOCTYPE alert [<!ENTITY a "b">]>${signed}`, 'CAP_INVALID'],
    ['an open element', signed.replace('</alert>', ''), 'CAP_INVALID'],
  ])('refuses %s', (_name, xml, code) => {
    expect(refuse(xml)).toBe(code);
  });

  it('does not read a comment that divides a text', () => {
    expect(read(signed.replace('<event>Flood', '<event>Fl<!-- x -->ood')).infos[0]?.event).toBe('Flood');
  });
});

describe('parseTrustedKeys', () => {
  it.each<[string, string, RegExp]>([
    ['text', 'hello', /PEM format/],
    ['a private key', String(key.privateKey.export({ type: 'pkcs8', format: 'pem' })), /private key/],
    ['a short key', createSigningKey('weak').publicKey, /2048 bits/],
    ['a damaged key', key.publicKey.replace(/\n..../, '\nAAAA'), /can’t be read/],
    ['many keys', key.publicKey.repeat(6), /at most 5/],
  ])('refuses %s', (_name, pem, message) => {
    expect(() => parseTrustedKeys(pem)).toThrow(message);
  });

  it('reads a certificate with the time in which it is valid', async () => {
    const { cert } = await generate([{ name: 'commonName', value: 'warnings.example' }], { keySize: 2048 });
    const [trusted] = parseTrustedKeys(`Our certificate:\n${cert}`);
    expect(trusted?.key.asymmetricKeyType).toBe('rsa');
    expect(trusted?.valid?.until).toBeGreaterThan(NOW);
  });

  it('refuses alerts when all certificates have expired', () => {
    const [trusted] = parseTrustedKeys(key.publicKey);
    if (!trusted) throw new Error('no key');
    const expired = { ...trusted, valid: { from: NOW - 2000, until: NOW - 1000 } };
    expect(() => readSignedXml(signed, [expired], NOW)).toThrow(/expired/);
  });
});
