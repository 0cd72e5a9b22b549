import { on } from '../../platform/events.ts';
import { provide } from '../../platform/ports.ts';
import { albumsModule } from '../albums/index.ts';
import { defineModule, type Platform } from '../define-module.ts';
import { framingStates } from '../media/index.ts';
import { filesCopied } from '../transfers/index.ts';
import { createWebPages } from './web-pages.service.ts';
import { copyPages, findDuePage, listFramingStates } from './web-pages.store.ts';

/** Web pages on screens: whether their sites allow it. */
export const webPagesModule = defineModule({
  name: 'web-pages',
  tables: { owned: ['web_pages'], read: ['files', 'media'] },
  uses: { albums: albumsModule },
  create(platform: Platform, { albums }) {
    const pages = createWebPages({ ...platform, albums });
    return {
      api: pages,
      dueWork: [{ name: 'web-pages.check', findDue: findDuePage, run: pages.checkDue }],
      reactions: [on(filesCopied, (tx, { copies }) => copyPages(tx, copies))],
      portProviders: [provide(framingStates, listFramingStates)],
    };
  },
});
