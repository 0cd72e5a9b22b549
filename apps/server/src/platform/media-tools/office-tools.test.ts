import { spawnSync } from 'node:child_process';
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { OFFICE_MESSAGES } from '@vitrine/contract';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeSoffice, type FakeSoffice, SOFFICE_BEHAVIOURS } from '../../testing/fake-soffice.ts';
import { aTextBox, buildDocx, buildOdp, buildOpenDocument } from '../../testing/office-files.ts';
import { createDocumentTools } from './document-tools.ts';
import { findSoffice } from './find-soffice.ts';
import { createOfficeTools } from './office-tools.ts';
import { findSandbox } from './sandbox.ts';

const log = pino({ level: 'silent' });
const NEVER = new AbortController().signal;
let folder: string;
let target: string;
const home = () => ({ sandbox: findSandbox(log), workDir: folder });
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-office-tools-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  target = path.join(folder, 'made');
});

type Limits = NonNullable<Parameters<typeof createOfficeTools>[0]['limits']>;

async function convertWith(sofficePath: string, bytes: Buffer, limits: Limits = {}, signal = NEVER): Promise<void> {
  const source = path.join(folder, 'source');
  await writeFile(source, bytes);
  await createOfficeTools({ sofficePath, searchPath: '', home: home(), log, limits }).convert(source, target, signal);
}

async function withFake<T>(behaviour: string, work: (fake: FakeSoffice) => Promise<T>): Promise<T> {
  const fake = await createFakeSoffice(behaviour);
  try {
    return await work(fake);
  } finally {
    await fake.remove();
  }
}

describe('finding LibreOffice', () => {
  it('uses SOFFICE_PATH, otherwise the first program on the search path', async () => {
    await withFake(SOFFICE_BEHAVIOURS.converts, async (fake) => {
      const found = { soffice: fake.path, description: 'Fake office 1.0' };
      expect(await findSoffice(fake.path, '')).toEqual(found);
      expect(await findSoffice(undefined, `/nowhere:${path.dirname(fake.path)}`)).toEqual(found);
    });
  });

  it('explains why no program is used', async () => {
    expect(await findSoffice(undefined, '/nowhere')).toEqual({ soffice: undefined, description: 'LibreOffice is not installed' });
    expect(await findSoffice('/nowhere/soffice', '')).toMatchObject({ description: '/nowhere/soffice is missing or not executable' });
    await withFake('', async (fake) => {
      await writeFile(fake.path, '#!/bin/sh\nexit 3\n');
      expect(await findSoffice(fake.path, '')).toMatchObject({ soffice: undefined, description: expect.stringContaining('does not run') });
    });
  });
});

describe.runIf(process.platform === 'linux')('a conversion', () => {
  it('writes the PDF and leaves nothing else behind', async () => {
    await withFake(SOFFICE_BEHAVIOURS.converts, async (fake) => convertWith(fake.path, await buildDocx()));
    expect((await readFile(target, 'latin1')).slice(0, 5)).toBe('%PDF-');
    // The folder of the child that rewrote the file is deleted after the child has ended.
    await vi.waitFor(async () => expect((await readdir(folder)).toSorted()).toEqual(['made', 'source']), { timeout: 10_000 });
    await rm(target);
  });

  it('runs with an empty profile without macros and links, without network and without other files', async () => {
    const report = '{ cat "$HOME/profile/user/registrymodifications.xcu" /proc/self/net/dev; id -u; env; } > "$out"';
    // As in the server, whose files only its own user can read.
    const umask = process.umask(0o077);
    try {
      await withFake(report, async (fake) => convertWith(fake.path, await buildDocx()));
    } finally {
      process.umask(umask);
    }
    const reported = await readFile(target, 'utf8');
    expect(reported).toMatch(/BlockUntrustedRefererLinks[^\n]*true/);
    expect(reported).toMatch(/DisableMacrosExecution[^\n]*true/);
    expect(reported).not.toContain('SERVER_KEY');
    const { user, restrictedUserCommand } = findSandbox(log);
    if (user !== undefined) expect(reported.split('\n')).toContain(String(user));
    if (restrictedUserCommand.some((part) => part.endsWith('unshare'))) expect(reported).not.toMatch(/eth|ens|enp|wlan/);
    await rm(target);
  });

  it.each<[string, string, Limits, object]>([
    ['hangs', SOFFICE_BEHAVIOURS.hangs, { timeoutMs: 500 }, { message: OFFICE_MESSAGES.time }],
    ['works forever', SOFFICE_BEHAVIOURS.worksForever, { timeoutMs: 500 }, { message: OFFICE_MESSAGES.time }],
    ['needs much memory in another process', SOFFICE_BEHAVIOURS.needsMemory, { memoryBytes: 100e6 }, { message: OFFICE_MESSAGES.memory }],
    ['writes nothing', SOFFICE_BEHAVIOURS.writesNothing, {}, { message: OFFICE_MESSAGES.damaged }],
    ['writes too much', SOFFICE_BEHAVIOURS.writesTooMuch, { fileBytes: 1e6 }, { message: OFFICE_MESSAGES.tooLarge }],
    ['fails', SOFFICE_BEHAVIOURS.fails, {}, { name: 'ToolError' }],
  ])('that %s ends with the reason', async (_name, behaviour, limits, error) => {
    await withFake(behaviour, async (fake) => {
      await expect(convertWith(fake.path, await buildDocx(), limits)).rejects.toMatchObject(error);
    });
    await expect(access(target)).rejects.toThrow();
  });

  it('ends all processes of the program when the server stops', async () => {
    const stop = new AbortController();
    const isRunning = async () => {
      const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
      const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
      return commands.some((command) => command.startsWith('sleep\0' + '63917'));
    };
    await withFake('sleep 63917 & sleep 63917', async (fake) => {
      const converted = convertWith(fake.path, await buildDocx(), {}, stop.signal);
      const refused = expect(converted).rejects.toMatchObject({ name: 'ToolError' });
      await vi.waitFor(async () => expect(await isRunning()).toBe(true), { timeout: 10_000 });
      stop.abort();
      await refused;
      await vi.waitFor(async () => expect(await isRunning()).toBe(false), { timeout: 10_000 });
    });
  });

  it('does not start for a file that is larger than it declares', async () => {
    const bytes = await buildDocx('Soup '.repeat(100_000));
    const entry = bytes.lastIndexOf('PK\x01\x02', -1, 'latin1');
    bytes.writeUInt32LE(100, entry + 24);
    await withFake(SOFFICE_BEHAVIOURS.converts, async (fake) => {
      await expect(convertWith(fake.path, bytes)).rejects.toMatchObject({ code: 'FILE_BROKEN', message: OFFICE_MESSAGES.damaged });
    });
  });
});

const { soffice: installed } = await findSoffice(process.env['TEST_SOFFICE_PATH'], process.env['PATH'] ?? '');

describe.skipIf(installed === undefined)(`LibreOffice${installed ? '' : ' (skipped: soffice is not installed)'}`, () => {
  async function drawFirstPage(): Promise<{ pageCount: number; isWhite: boolean; redPixels: number }> {
    const session = await createDocumentTools(home()).open(NEVER);
    try {
      const drawn = await mkdtemp(path.join(folder, 'page-'));
      const { pageCount } = await session.inspect(target);
      await session.draw(1, drawn);
      const [name = ''] = await readdir(drawn);
      const pixels = await sharp(path.join(drawn, name)).resize(200).removeAlpha().raw().toBuffer();
      const isRed = (at: number) => (pixels[at] ?? 0) > 200 && (pixels[at + 1] ?? 0) < 60;
      const redPixels = Array.from({ length: pixels.length / 3 }, (_, at) => at * 3).filter(isRed).length;
      return { pageCount, isWhite: pixels.every((value) => value > 250), redPixels };
    } finally {
      session.close();
    }
  }

  it('converts a presentation and a text', async () => {
    await convertWith(installed ?? '', await buildOdp([aTextBox('Soup'), aTextBox('Bread')]));
    expect(await drawFirstPage()).toMatchObject({ pageCount: 2, isWhite: false });
    await convertWith(installed ?? '', await buildDocx());
    expect(await drawFirstPage()).toMatchObject({ pageCount: 1, isWhite: false });
  });

  it('reads neither files of the machine nor other sites', async () => {
    const requests: string[] = [];
    const site = createServer(({ url = '' }, response) => {
      requests.push(url);
      response.end('Remote');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    // Readable for every user, so that only the settings of LibreOffice protect it.
    const open = await mkdtemp(path.join(os.tmpdir(), 'vitrine-readable-'));
    const picture = path.join(open, 'red.png');
    await sharp({ create: { width: 200, height: 200, channels: 3, background: '#f00' } })
      .png()
      .toFile(picture);
    spawnSync('chmod', ['-R', 'a+rX', open]);
    const image = (address: string) =>
      `<draw:frame svg:x="1cm" svg:y="1cm" svg:width="9cm" svg:height="9cm"><draw:image xlink:href="${address}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame>`;
    const section = (address: string) =>
      `<text:section text:name="${address.length}"><text:section-source xlink:href="${address}" text:filter-name="Text"/></text:section>`;
    // Without the sandbox, which has no network.
    const unrestricted = { sandbox: { user: undefined, ownUserCommand: [], restrictedUserCommand: [] }, workDir: folder };
    const tools = createOfficeTools({ sofficePath: installed, searchPath: '', home: unrestricted, log });
    const source = path.join(folder, 'source');
    try {
      for (const bytes of [
        await buildOdp([image(`file://${picture}`) + image(`${origin}/image.png`)]),
        await buildOpenDocument('odt', `<office:text>${section('file:///etc/passwd')}${section(`${origin}/section.txt`)}</office:text>`),
        await buildDocx('', {
          'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="file://${picture}" TargetMode="External"/></Relationships>`,
        }),
      ]) {
        await writeFile(source, bytes);
        await tools.convert(source, target, NEVER);
        expect(await drawFirstPage()).toMatchObject({ isWhite: true, redPixels: 0 });
      }
      expect(requests).toEqual([]);
    } finally {
      site.close();
      await rm(open, { recursive: true });
    }
  });
});
