import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './source-files.ts';

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
}

it('package-lock.json has a version and a SHA-512 digest for every package', () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };
  const installed = Object.entries(packages).filter(([folder, { link }]) => folder.includes('node_modules/') && !link);
  expect(installed.length).toBeGreaterThan(100);
  const unlocked = installed.filter(([, { version, integrity }]) => !version || !integrity?.startsWith('sha512-'));
  expect(unlocked.map(([folder]) => folder)).toEqual([]);
});

it('the server depends on no other library for cryptography than the listed ones', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'apps/server/package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const named = Object.keys(dependencies).filter((name) =>
    /crypt|cipher|curve|hash|argon|noble|forge|nacl|sodium|jose|jwt|sign|webauthn|openid|oauth|otp/i.test(name),
  );
  // hash-wasm computes checksums of uploads, whose state it can store; xml-crypto verifies signatures of CAP alerts with Node's cryptography;
  // thumbhash and the presigner of S3 are no cryptography of ours.
  expect(named.toSorted()).toEqual([
    '@aws-sdk/s3-request-presigner',
    '@noble/ciphers',
    '@noble/curves',
    '@noble/hashes',
    '@node-rs/argon2',
    '@simplewebauthn/server',
    'age-encryption',
    'hash-wasm',
    'openid-client',
    'otpauth',
    'selfsigned',
    'thumbhash',
    'xml-crypto',
  ]);
});

it('updates are proposed weekly, and known vulnerabilities are reported every night', () => {
  const read = (file: string) => readFileSync(path.join(root, '.github', file), 'utf8');
  expect(read('dependabot.yml')).toMatch(/package-ecosystem: npm\n.*\n {4}schedule:\n {6}interval: weekly\n/);
  expect(read('workflows/nightly.yml')).toMatch(/^ {4}- cron: '\d+ \d+ \* \* \*'$/m);
  expect(read('workflows/nightly.yml')).toContain('run: npm audit --omit=dev --audit-level=high');
});

it.each(['.', 'apps/server', 'apps/web', 'apps/screen', 'packages/contract', 'packages/playback', 'packages/stage', 'packages/widgets'])(
  '%s/package.json has exact versions',
  (folder) => {
    const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string> | undefined
    >;
    const named = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) => Object.entries(manifest[kind] ?? {}));
    expect(named.filter(([name, range]) => !name.startsWith('@vitrine/') && !/^\d+\.\d+\.\d+/.test(range))).toEqual([]);
  },
);
