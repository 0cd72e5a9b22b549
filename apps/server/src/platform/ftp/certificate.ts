import { X509Certificate } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { readIfExists, writeOnce } from '../write-once.ts';

const DAY_MS = 24 * 3600_000;
/** Clients remember the certificate they accepted once, so it lives long. */
const VALID_DAYS = 3650;
const RENEW_DAYS = 14;

/**
 * Returns the private key and certificate of this installation in one PEM. They are created on first use and shared by every process with the same folder.
 * Operators with their own certificate replace the file.
 */
export async function loadCertificate(file: string, hostName: string): Promise<string> {
  const kept = await readIfExists(file);
  if (kept && isValid(kept)) return kept;
  const made = await makeCertificate(hostName);
  if (kept) await rm(file, { force: true });
  return writeOnce(file, made);
}

async function makeCertificate(hostName: string): Promise<string> {
  // Half a megabyte of code that runs once in ten years.
  const { generate } = await import('selfsigned');
  const now = Date.now();
  const made = await generate([{ name: 'commonName', value: hostName }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - DAY_MS),
    notAfterDate: new Date(now + VALID_DAYS * DAY_MS),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: hostName }] }],
  });
  return `${made.private}\n${made.cert}\n`;
}

/** Only what we made ourselves is ever replaced. */
function isValid(pem: string): boolean {
  const { validTo, issuer, subject } = new X509Certificate(pem);
  return issuer !== subject || new Date(validTo).getTime() > Date.now() + RENEW_DAYS * DAY_MS;
}
