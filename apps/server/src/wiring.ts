/**
 * The architecture on one page: the modules from left to right. Each may use those to its left and sends events to those on its right. Each module declares
 * itself in its module.ts.
 */
import { accessModule } from './modules/access/index.ts';
import { accountsModule } from './modules/accounts/index.ts';
import { albumLinksModule } from './modules/album-links/index.ts';
import { albumsModule } from './modules/albums/index.ts';
import { alertsModule } from './modules/alerts/index.ts';
import { apiTokensModule } from './modules/api-tokens/index.ts';
import { binModule } from './modules/bin/index.ts';
import { companySignInModule } from './modules/company-sign-in/index.ts';
import { consoleModule } from './modules/console/index.ts';
import type { Module } from './modules/define-module.ts';
import { devicesModule } from './modules/devices/index.ts';
import { downloadsModule } from './modules/downloads/index.ts';
import { emergencyModule } from './modules/emergency/index.ts';
import { entitlementsModule } from './modules/entitlements/index.ts';
import { faqsModule } from './modules/faqs/index.ts';
import { filesModule } from './modules/files/index.ts';
import { fleetModule } from './modules/fleet/index.ts';
import { ftpModule } from './modules/ftp/index.ts';
import { itemsModule } from './modules/items/index.ts';
import { mediaModule } from './modules/media/index.ts';
import { notificationsModule } from './modules/notifications/index.ts';
import { ordersModule } from './modules/orders/index.ts';
import { organisationsModule } from './modules/organisations/index.ts';
import { passkeysModule } from './modules/passkeys/index.ts';
import { paymentsModule } from './modules/payments/index.ts';
import { plansModule } from './modules/plans/index.ts';
import { playlistsModule } from './modules/playlists/index.ts';
import { playsModule } from './modules/plays/index.ts';
import { postersModule } from './modules/posters/index.ts';
import { processingModule } from './modules/processing/index.ts';
import { publishingModule } from './modules/publishing/index.ts';
import { reportsModule } from './modules/reports/index.ts';
import { screenAlertsModule } from './modules/screen-alerts/index.ts';
import { screenshotsModule } from './modules/screenshots/index.ts';
import { secondFactorsModule } from './modules/second-factors/index.ts';
import { serverMoveModule } from './modules/server-move/index.ts';
import { signInModule } from './modules/sign-in/index.ts';
import { sourcesModule } from './modules/sources/index.ts';
import { staffAccessModule } from './modules/staff-access/index.ts';
import { subscriptionsModule } from './modules/subscriptions/index.ts';
import { supportModule } from './modules/support/index.ts';
import { systemModule } from './modules/system/index.ts';
import { testBankModule } from './modules/test-bank/index.ts';
import { transfersModule } from './modules/transfers/index.ts';
import { uploadsModule } from './modules/uploads/index.ts';
import { webPagesModule } from './modules/web-pages/index.ts';
import { webhooksModule } from './modules/webhooks/index.ts';
import { widgetsModule } from './modules/widgets/index.ts';

export const MODULES: readonly Module[] = [
  accessModule,
  accountsModule,
  secondFactorsModule,
  passkeysModule,
  signInModule,
  apiTokensModule,
  staffAccessModule,
  organisationsModule,
  companySignInModule,
  entitlementsModule,
  filesModule,
  albumsModule,
  mediaModule,
  processingModule,
  transfersModule,
  binModule,
  downloadsModule,
  albumLinksModule,
  uploadsModule,
  sourcesModule,
  webPagesModule,
  widgetsModule,
  ftpModule,
  playlistsModule,
  devicesModule,
  publishingModule,
  emergencyModule,
  playsModule,
  reportsModule,
  screenshotsModule,
  screenAlertsModule,
  notificationsModule,
  testBankModule,
  paymentsModule,
  ordersModule,
  plansModule,
  subscriptionsModule,
  webhooksModule,
  postersModule,
  itemsModule,
  supportModule,
  faqsModule,
  fleetModule,
  serverMoveModule,
  systemModule,
  alertsModule,
  consoleModule,
];
