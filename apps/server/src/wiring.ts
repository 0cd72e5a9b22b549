/**
 * The architecture on one page: the modules from left to right. Each may use those before it; what it tells those after it
 * are events. What a module is, it declares itself in its module.ts.
 */
import type { Config } from './config/config.ts';
import { accessModule } from './modules/access/index.ts';
import { accountsModule } from './modules/accounts/index.ts';
import { albumsModule } from './modules/albums/index.ts';
import { billingModule } from './modules/billing/index.ts';
import type { Module, Platform } from './modules/define-module.ts';
import { devicesModule } from './modules/devices/index.ts';
import { entitlementsModule } from './modules/entitlements/index.ts';
import { filesModule } from './modules/files/index.ts';
import { fleetModule } from './modules/fleet/index.ts';
import { ftpModule } from './modules/ftp/index.ts';
import { mediaModule } from './modules/media/index.ts';
import { notificationsModule } from './modules/notifications/index.ts';
import { organisationsModule } from './modules/organisations/index.ts';
import { playlistsModule } from './modules/playlists/index.ts';
import { playsModule } from './modules/plays/index.ts';
import { postersModule } from './modules/posters/index.ts';
import { publishingModule } from './modules/publishing/index.ts';
import { startModules } from './modules/start-modules.ts';
import { storageOverviewModule } from './modules/storage-overview/index.ts';
import { supportModule } from './modules/support/index.ts';
import { uploadsModule } from './modules/uploads/index.ts';
import { createLive } from './platform/live/live.ts';
import { createMailHandler } from './platform/mail/mail-job.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { createQueue } from './platform/queue/queue.ts';

export const MODULES: readonly Module[] = [
  accessModule,
  accountsModule,
  organisationsModule,
  entitlementsModule,
  filesModule,
  albumsModule,
  mediaModule,
  uploadsModule,
  ftpModule,
  playlistsModule,
  storageOverviewModule,
  devicesModule,
  publishingModule,
  playsModule,
  notificationsModule,
  billingModule,
  postersModule,
  supportModule,
  fleetModule,
];

export type Wired = Awaited<ReturnType<typeof wireModules>>;
type Outside = Pick<Platform, 'db' | 'log' | 'clock' | 'storage' | 'tools' | 'processId' | 'sendLocally'>;

export async function wireModules({
  config,
  print,
  modules = MODULES,
  ...outside
}: Outside & { config: Config; print: (line: string) => void; modules?: readonly Module[] }) {
  const { publicUrl, ftpPort, dataDir, smtpUrl } = config;
  const mailer = createMailer({ smtpUrl, folder: `${dataDir}/mail`, from: 'Vitrine <no-reply@vitrine.local>', print });
  const started = await startModules(modules, { ...outside, publicUrl, ftpPort, dataDir, queue: createQueue(), live: createLive() });
  return {
    ...started,
    jobs: [createMailHandler(mailer), ...started.jobs],
    /** What the server itself needs of them. */
    resolvePerson: started.face(accountsModule).resolvePerson,
    resolveScreen: started.face(devicesModule).resolveScreen,
    screenSockets: started.face(devicesModule).sockets,
    ftpSignIn: started.face(ftpModule).signIn,
    forgetGrants: started.face(filesModule).renditions.forgetGrants,
  };
}
