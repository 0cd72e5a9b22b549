import type { FastifyInstance } from 'fastify';
import { albumLinksModule } from '../album-links/index.ts';
import { defineModule, type Platform } from '../define-module.ts';
import { mediaModule } from '../media/index.ts';
import { sourcesModule } from '../sources/index.ts';
import { uploadsModule } from '../uploads/index.ts';
import { webPagesModule } from '../web-pages/index.ts';
import { widgetsRoutes } from './widgets.routes.ts';
import { createWidgetsService } from './widgets.service.ts';

/** Slides, clocks, tables, web pages and other media that are drawn from settings. */
export const widgetsModule = defineModule({
  name: 'widgets',
  tables: { owned: [], read: ['files', 'media'] },
  uses: {
    albumLinks: albumLinksModule,
    media: mediaModule,
    sources: sourcesModule,
    uploads: uploadsModule,
    webPages: webPagesModule,
  },
  accessCases: () => import('./access-cases.ts'),
  create(platform: Platform, { albumLinks, media, sources, uploads, webPages }) {
    const widgets = createWidgetsService({ ...platform, media, sources, uploads, webPages });
    return {
      api: {},
      routes: async (app: FastifyInstance) => {
        await widgetsRoutes(app, { widgets, albumLinks });
      },
    };
  },
});
