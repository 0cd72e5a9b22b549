/** All endpoints by area file. Imported by the server and by tools, never by a browser. */
import * as accounts from './accounts.endpoints.ts';
import * as albumLinks from './album-links.endpoints.ts';
import * as albums from './albums.endpoints.ts';
import * as alerts from './alerts.endpoints.ts';
import * as apiTokens from './api-tokens.endpoints.ts';
import * as audit from './audit.endpoints.ts';
import * as bin from './bin.endpoints.ts';
import * as bulkDevices from './bulk-devices.endpoints.ts';
import * as bulkPublishes from './bulk-publishes.endpoints.ts';
import * as capFeeds from './cap-feeds.endpoints.ts';
import * as companySignIn from './company-sign-in.endpoints.ts';
import * as devices from './devices.endpoints.ts';
import * as emergency from './emergency.endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import * as faqAdmin from './faq-admin.endpoints.ts';
import * as faqs from './faqs.endpoints.ts';
import * as files from './files.endpoints.ts';
import * as items from './items.endpoints.ts';
import * as media from './media.endpoints.ts';
import * as notifications from './notifications.endpoints.ts';
import * as orders from './orders.endpoints.ts';
import * as organisations from './organisations.endpoints.ts';
import * as overview from './overview.endpoints.ts';
import * as passkeys from './passkeys.endpoints.ts';
import * as payments from './payments.endpoints.ts';
import * as people from './people.endpoints.ts';
import * as plans from './plans.endpoints.ts';
import * as playlists from './playlists.endpoints.ts';
import * as plays from './plays.endpoints.ts';
import * as posters from './posters.endpoints.ts';
import * as profile from './profile.endpoints.ts';
import * as publishing from './publishing.endpoints.ts';
import * as reports from './reports.endpoints.ts';
import * as screenAlerts from './screen-alerts.endpoints.ts';
import * as screenRegistry from './screen-registry.endpoints.ts';
import * as screens from './screens.endpoints.ts';
import * as screenshots from './screenshots.endpoints.ts';
import * as secondFactor from './second-factor.endpoints.ts';
import * as serverMove from './server-move.endpoints.ts';
import * as sharedAlbums from './shared-albums.endpoints.ts';
import * as sharing from './sharing.endpoints.ts';
import * as sources from './sources.endpoints.ts';
import * as staffAccess from './staff-access.endpoints.ts';
import * as subscriptions from './subscriptions.endpoints.ts';
import * as support from './support.endpoints.ts';
import * as system from './system.endpoints.ts';
import * as tagPublishes from './tag-publishes.endpoints.ts';
import * as testBank from './test-bank.endpoints.ts';
import * as timeline from './timeline.endpoints.ts';
import * as tus from './tus.endpoints.ts';
import * as versions from './versions.endpoints.ts';
import * as videoQueue from './video-queue.endpoints.ts';
import * as waitingPublishes from './waiting-publishes.endpoints.ts';
import * as webhooks from './webhooks.endpoints.ts';
import * as widgets from './widgets.endpoints.ts';

const modules: Record<string, Endpoint>[] = [
  accounts,
  albumLinks,
  albums,
  alerts,
  apiTokens,
  audit,
  bin,
  bulkDevices,
  bulkPublishes,
  capFeeds,
  companySignIn,
  devices,
  emergency,
  faqAdmin,
  faqs,
  files,
  items,
  media,
  notifications,
  orders,
  organisations,
  overview,
  passkeys,
  payments,
  people,
  plans,
  playlists,
  plays,
  posters,
  profile,
  publishing,
  reports,
  screenAlerts,
  screenRegistry,
  screens,
  screenshots,
  serverMove,
  secondFactor,
  sharedAlbums,
  sharing,
  sources,
  staffAccess,
  subscriptions,
  support,
  system,
  tagPublishes,
  testBank,
  timeline,
  tus,
  versions,
  videoQueue,
  waitingPublishes,
  webhooks,
  widgets,
];

/** Every endpoint with the name of its constant, which is its `operationId` in the OpenAPI document. */
export const OPERATIONS: readonly (readonly [operationId: string, endpoint: Endpoint])[] = modules.flatMap((module) =>
  Object.entries(module),
);
