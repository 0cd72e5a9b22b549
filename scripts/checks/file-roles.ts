/** Checks that the names of module files contain their role (docs/architecture.md, "A module"). */
import path from 'node:path';
import type { SourceFile } from './source-files.ts';

const ROLES = ['service', 'store', 'read-model', 'presenter', 'rules', 'routes', 'jobs', 'live', 'events', 'reactions'];
const FIXED_NAMES = ['module.ts', 'index.ts', 'access-cases.ts'];

/** Components that contain neither HTTP code nor use cases, by their path in apps/server/src/modules. */
const COMPONENTS = new Set([
  'access/access-case.ts',
  'access/actor.ts',
  'access/authorize.ts',
  'access/policies.ts',
  'accounts/address-lookups.ts',
  'accounts/edit-version.ts',
  'accounts/password-policy.ts',
  'album-links/link-sessions.ts',
  'define-module.ts',
  'devices/open-commands.ts',
  'devices/screens/screen-report-cache.ts',
  'files/file-writer.ts',
  'files/rendition-cache.ts',
  'files/send-csv.ts',
  'files/send-file.ts',
  'fleet/version-archive.ts',
  'fleet/version-zip.ts',
  'payments/bank-errors.ts',
  'publishing/manifest-invalidation.ts',
  'publishing/playlist-contents-cache.ts',
  'sign-in/browser-sign-in.ts',
  'sign-in/media-tokens.ts',
  'sign-in/sign-in-cookies.ts',
  'staff-access/view-counts.ts',
  'start-modules.ts',
  'support/captcha-sound.ts',
  'support/contact-digest.ts',
  'test-bank/bank-account.ts',
  'test-bank/operation-context.ts',
  'uploads/part-upload-queue.ts',
  'uploads/resumable-hash.ts',
  'uploads/resumable-upload-writer.ts',
  'uploads/tus-file-store.ts',
  'uploads/tus-object-store.ts',
  'uploads/tus-raw-body.ts',
  'uploads/tus-server.ts',
  'uploads/tus-store.ts',
  'uploads/upload-lock.ts',
]);

/** Returns a line for each file of a module that has no role. */
export function findFilesWithoutRole(files: SourceFile[]): string[] {
  return files
    .map((file) => file.path)
    .filter((file) => file.startsWith('apps/server/src/modules/') && !file.endsWith('.test.ts') && !hasRole(file))
    .map((file) => `${file}: has no role. Name it after one of .${ROLES.join('.ts, .')}.ts`);
}

function hasRole(file: string): boolean {
  const name = path.posix.basename(file);
  return (
    FIXED_NAMES.includes(name) ||
    ROLES.some((role) => name.endsWith(`.${role}.ts`)) ||
    /-(thread|process)\.ts$/.test(name) ||
    COMPONENTS.has(file.replace('apps/server/src/modules/', ''))
  );
}
