/**
 * The architecture on one page: which modules there are, what each is given, and who reacts to
 * what. A module calls only those to its left; what would point right is a reaction set up here.
 */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { createAccountsModule, mailJob } from './modules/accounts/index.ts';
import { createAlbumsModule } from './modules/albums/index.ts';
import { createBillingModule } from './modules/billing/index.ts';
import { createDevicesModule } from './modules/devices/index.ts';
import { createFleetModule } from './modules/fleet/index.ts';
import { createFtpModule } from './modules/ftp/index.ts';
import { createMediaModule } from './modules/media/index.ts';
import { createNotificationsModule } from './modules/notifications/index.ts';
import { createOrganisationsModule } from './modules/organisations/index.ts';
import { createPlaylistsModule } from './modules/playlists/index.ts';
import { createPlaysModule } from './modules/plays/index.ts';
import { createPostersModule } from './modules/posters/index.ts';
import { createPublishingModule } from './modules/publishing/index.ts';
import { createSupportModule } from './modules/support/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/database.ts';
import { createLive, type Nudge } from './platform/live/live.ts';
import { createMailer } from './platform/mail/mailer.ts';
import type { MediaTools } from './platform/media-tools/media-tools.ts';
import { createQueue } from './platform/queue/queue.ts';
import type { Storage } from './platform/storage/storage.ts';

export interface WiringDeps {
  config: Config;
  db: Database;
  log: Logger;
  clock: Clock;
  storage: Storage;
  tools: MediaTools;
  processId: string;
  print: (line: string) => void;
  /** To the sockets of this process only; the live server is made after the modules. */
  sendLocally: (nudge: Nudge) => void;
}

export type Modules = Awaited<ReturnType<typeof wireModules>>;

export async function wireModules({ config, db, log, clock, storage, tools, processId, print, sendLocally }: WiringDeps) {
  const queue = createQueue();
  const live = createLive();
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    folder: `${config.dataDir}/mail`,
    from: 'Vitrine <no-reply@vitrine.local>',
    print,
  });

  const accounts = await createAccountsModule({
    db,
    queue,
    clock,
    live,
    mailer,
    publicUrl: config.publicUrl,
    ftp: { host: new URL(config.publicUrl).hostname, port: config.ftpPort },
    onAccountCreated: (tx, userId) => albums.createDefault(tx, userId).then(() => undefined),
    onEmailVerified: (tx, userId, email) => albums.join(tx, userId, email),
    onAccountDeleting: async (tx, userId) => {
      await devices.removeOfAccount(tx, userId);
      await albums.removeOfAccount(tx, userId);
      await media.removeOfAccount(tx, userId);
    },
  });
  const organisations = createOrganisationsModule({ db });
  const media = createMediaModule({
    db,
    queue,
    live,
    clock,
    log,
    storage,
    tools,
    dataDir: config.dataDir,
    sendLocally,
    onAlbumContentChanged: async (tx, albumId) => {
      await albums.contentChanged(tx, albumId);
      await publishing.albumChanged(tx, albumId);
    },
    onMediaLeft: async (tx, albumId, fileIds) => {
      await albums.mediaLeft(tx, albumId, fileIds);
      await playlists.mediaLeft(tx, fileIds);
    },
  });
  const albums = createAlbumsModule({
    db,
    live,
    media,
    publicUrl: config.publicUrl,
    notify: (tx, notice) => notifications.notify(tx, notice),
    sendMail: (tx, mail) => queue.add(tx, mailJob, mail).then(() => undefined),
    onInvitationClosed: (tx, userId, notificationId) => notifications.closeInvitation(tx, userId, notificationId),
    onReadersRemoved: (tx, albumId) => publishing.albumListChanged(tx, albumId),
    onAccessRevoked: media.forgetGrants,
    onAlbumDeleting: async (tx, albumId) => {
      await publishing.albumListChanged(tx, albumId);
      await media.binOfAlbum(tx, albumId);
    },
    onAlbumRestored: async (tx, albumId) => {
      await media.restoreOfAlbum(tx, albumId);
      await publishing.albumListChanged(tx, albumId);
    },
    onAlbumPurging: async (tx, albumId) => {
      await publishing.albumListChanged(tx, albumId);
      await playlists.albumPurging(tx, albumId);
      await media.removeOfAlbum(tx, albumId);
    },
  });
  const playlists = createPlaylistsModule({
    db,
    live,
    onPlaylistChanged: (tx, playlistId) => publishing.playlistChanged(tx, playlistId),
    onPlaylistDeleting: (tx, playlistId) => publishing.removePlaylist(tx, playlistId),
  });
  const devices = createDevicesModule({
    db,
    live,
    clock,
    log,
    processId,
    sendLocally,
    forecastsOf: (tx, deviceIds) => publishing.forecastsOf(tx, deviceIds),
    deviceLimitOf: (tx, whose) => billing.deviceLimits.limitOf(tx, whose),
    assertRoomForDevice: (tx, whose) => billing.deviceLimits.assertRoom(tx, whose),
    onActionDone: (tx, action) => fleet.actionDone(tx, action),
    onDeviceChanged: (tx, deviceId) => publishing.deviceChanged(tx, deviceId),
    onDeviceRemoved: (tx, screenId) => publishing.deviceRemoved(tx, screenId),
  });
  const publishing = createPublishingModule({ db, clock, queue, live, sendFile: media.sendFile });

  const plays = createPlaysModule({ db, clock });
  const notifications = createNotificationsModule({ db, live });
  const billing = createBillingModule({ db, clock });
  const posters = createPostersModule({ db });
  const support = await createSupportModule({ db, clock });
  const fleet = createFleetModule({
    db,
    live,
    orderReload: (actor, deviceId, also) => devices.routeDeps.actions.ask(actor, deviceId, 'reload', also),
  });
  const ftp = createFtpModule({
    db,
    clock,
    resolveFtp: accounts.resolveFtp,
    albums: albums.routeDeps.albums,
    media: media.routeDeps.media,
    beginIntake: media.beginIntake,
    openOriginal: media.openOriginal,
  });

  return {
    db,
    notify: notifications.notify,
    ftpSignIn: ftp.signIn,
    resolveFtp: accounts.resolveFtp,
    resolvePerson: accounts.resolvePerson,
    resolveScreen: devices.resolveScreen,
    screenSockets: devices.sockets,
    jobs: [...accounts.jobs, ...media.jobs, ...publishing.jobs],
    /** What another process did to who may see what. */
    forgetGrants: media.forgetGrants,
    housekeeping: [...accounts.housekeeping, ...media.housekeeping, ...albums.housekeeping, ...devices.housekeeping, ...plays.housekeeping],
    /** Every module's routes, each in its own scope. */
    api: async (app: FastifyInstance) => {
      await app.register(accounts.routes);
      await app.register(organisations.routes);
      await app.register(media.routes, media.routeDeps);
      await app.register(albums.routes, albums.routeDeps);
      await app.register(playlists.routes, playlists.routeDeps);
      await app.register(devices.routes, devices.routeDeps);
      await app.register(devices.registryRoutes, devices.registryDeps);
      await app.register(publishing.routes, publishing.routeDeps);
      await app.register(publishing.screenRoutes, publishing.screenDeps);
      await app.register(plays.routes, plays.routeDeps);
      await app.register(notifications.routes);
      await app.register(billing.routes);
      await app.register(posters.routes, posters.routeDeps);
      await app.register(support.routes);
      await app.register(fleet.routes);
    },
  };
}
