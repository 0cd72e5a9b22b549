import { X509Certificate } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../ids.ts';

const DAY_MS = 24 * 3600_000;
/** Clients remember the certificate they accepted once, so it lives long. */
const VALID_DAYS = 3650;
const RENEW_DAYS = 14;

/**
 * The private key and certificate of this installation, in one PEM file: made at the first call, the same for every process
 * that shares the folder. Somebody with a certificate of their own puts it in the file's place.
 */
export async function loadCertificate(file: string, hostName: string): Promise<string> {
  const kept = await readKept(file);
  if (kept && isValid(kept)) return kept;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${newId()}`;
  await writeFile(draft, await makeCertificate(hostName), { mode: 0o600, flush: true });
  try {
    if (kept) await rm(file, { force: true });
    // Of several processes that start at once, the first one's certificate stays.
    await link(draft, file).catch(ignoreExisting);
    await chmod(file, 0o600);
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
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

async function readKept(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
