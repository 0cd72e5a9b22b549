import { accountRoutes } from './accounts.ts';
import { albumRoutes, sharedRoute } from './albums.ts';
import { consoleRoutes } from './console.ts';
import { deviceRoutes } from './devices.ts';
import { emergencyRoutes } from './emergency.ts';
import { familyRoutes } from './families.ts';
import { notificationRoutes } from './notifications.ts';
import { mainRoute, rootRoute } from './parent-routes.ts';
import { paymentRoutes } from './payments.ts';
import { planRoutes } from './plans.ts';
import { playlistRoutes } from './playlists.ts';
import { profileRoute, profileRoutes } from './profile.ts';
import { reportRoutes } from './reports.ts';
import { screenAlertRoutes } from './screen-alerts.ts';
import { orderRoutes, shopRoutes } from './shop.ts';
import { publicRoute, siteMainRoutes, siteProfileRoutes, siteRoutes } from './site.ts';
import { sourceRoutes } from './sources.ts';
import { timelineRoutes } from './timeline.ts';
import { widgetRoutes } from './widgets.ts';

export const routeTree = rootRoute.addChildren([
  publicRoute.addChildren([...siteRoutes, ...accountRoutes]),
  sharedRoute,
  mainRoute.addChildren([
    ...albumRoutes,
    ...timelineRoutes,
    ...sourceRoutes,
    ...widgetRoutes,
    ...playlistRoutes,
    ...deviceRoutes,
    ...screenAlertRoutes,
    ...emergencyRoutes,
    ...reportRoutes,
    ...planRoutes,
    ...familyRoutes,
    ...shopRoutes,
    ...siteMainRoutes,
    ...notificationRoutes,
    profileRoute.addChildren([...profileRoutes, ...paymentRoutes, ...orderRoutes, ...siteProfileRoutes]),
  ]),
  consoleRoutes,
]);
