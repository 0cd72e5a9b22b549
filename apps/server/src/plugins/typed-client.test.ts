import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { generateTypes } from '@vitrine/api-client/generate-types';
import type { Manifest } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '../testing/builders.ts';
import { aJpeg } from '../testing/media-files.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const client = path.join(root, 'packages/api-client');

/** Type of the journey. Its own types exist only after the client was generated. */
interface JourneyModule {
  publishFirstAlbum(input: {
    baseUrl: string;
    email: string;
    password: string;
    photo: Blob;
    processUploads: () => Promise<void>;
  }): Promise<{
    user: { email: string };
    media: unknown[];
    device: { name: string };
    manifest: Manifest;
  }>;
  refusedSignIn(baseUrl: string, email: string, password: string): Promise<string>;
}

const importJourney = async () => (await import(path.join(client, 'src/journey.ts'))) as JourneyModule;

let test: TestApp;
let baseUrl: string;
beforeAll(async () => {
  test = await createTestApp();
  baseUrl = await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

describe('a client that is generated from the OpenAPI document', () => {
  it('compiles under strict rules', async () => {
    const document = (await (await fetch(`${baseUrl}/api/openapi.json`)).json()) as object;
    await mkdir(path.join(client, 'dist'), { recursive: true });
    await writeFile(path.join(client, 'dist/api.ts'), await generateTypes(document));
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', client]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });

  it('signs in, uploads a photo and publishes it on a screen', async () => {
    const { publishFirstAlbum } = await importJourney();
    const { email, password } = await aPerson(test, { devices: 1 });
    const photo = new Blob([new Uint8Array(await aJpeg())], { type: 'image/jpeg' });
    const { user, media, device, manifest } = await publishFirstAlbum({
      baseUrl,
      email,
      password,
      photo,
      processUploads: () => test.runJobs(),
    });
    expect(user.email).toBe(email);
    expect(media).toHaveLength(1);
    expect(device.name).toBe('Kitchen');
    expect(manifest.device).toMatchObject({ name: 'Kitchen', timeZone: 'Europe/Lisbon' });
    expect(manifest.publishes).toHaveLength(1);
    expect(manifest.publishes[0]?.items).toHaveLength(1);
    expect(manifest.files).not.toEqual([]);
  });

  it('reads the code of an error', async () => {
    const { refusedSignIn } = await importJourney();
    const { email } = await aPerson(test);
    expect(await refusedSignIn(baseUrl, email, 'not the password')).toBe('INCORRECT_PASSWORD');
  });
});
