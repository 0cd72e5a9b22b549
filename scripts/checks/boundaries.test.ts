import { describe, expect, it } from 'vitest';
import { findBoundaryViolations } from './boundaries.ts';

const ORDER = ['access', 'albums', 'media', 'playlists'];

const violations: [name: string, path: string, text: string][] = [
  ['an app that imports another app', 'apps/web/src/lib/a.ts', "import { x } from '../../../server/src/app.ts';"],
  ['a journey that imports a tool', 'e2e/a.spec.ts', "import { x } from '../tools/faults/round.ts';"],
  ['a product that imports test support', 'apps/server/src/app.ts', "import { x } from './testing/builders.ts';"],
  ['contract with a second dependency', 'packages/contract/src/a.ts', "import pg from 'pg';"],
  ['playback that imports a value of contract', 'packages/playback/src/a.ts', "import { schedule } from '@vitrine/contract';"],
  ['a widget that imports zod', 'packages/widgets/src/a.ts', "import { z } from 'zod';"],
  ['a stage that uses a framework', 'packages/stage/src/a.ts', "import React from 'react';"],
  ['a screen that imports zod', 'apps/screen/src/a.ts', "import { LIMITS } from '@vitrine/contract';"],
  ['a screen that imports schemas', 'apps/screen/src/a.ts', "import { readManifest } from '@vitrine/contract/screens.endpoints';"],
  ['a media tool that imports zod', 'apps/server/src/platform/media-tools/a.ts', "import { LIMITS } from '@vitrine/contract';"],
  ['an address that imports zod', 'packages/contract/src/a.addresses.ts', "import { manifest } from './screens.ts';"],
  [
    'a module that imports an internal file of another',
    'apps/server/src/modules/media/a.ts',
    "import { x } from '../albums/albums.store.ts';",
  ],
  ['a module that imports a module to its right', 'apps/server/src/modules/albums/a.ts', "import { x } from '../media/index.ts';"],
  ['a re-export from a module to the right', 'apps/server/src/modules/albums/a.ts', "export { x } from '../media/index.ts';"],
  ['a dynamic import of a module to the right', 'apps/server/src/modules/albums/a.ts', "const x = await import('../media/index.ts');"],
  ['a module that is not in the order', 'apps/server/src/modules/unlisted/a.ts', "import { x } from '../albums/index.ts';"],
  ['platform code that imports a module', 'apps/server/src/platform/a.ts', "import { x } from '../modules/albums/index.ts';"],
  [
    'a module that imports the configuration',
    'apps/server/src/modules/albums/a.ts',
    "import { readConfig } from '../../config/config.ts';",
  ],
  ['a plugin that imports a module', 'apps/server/src/plugins/a.ts', "import { x } from '../modules/albums/index.ts';"],
  ['ui that imports lib', 'apps/web/src/ui/a.ts', "import { x } from '../lib/api.ts';"],
  ['lib that imports an area', 'apps/web/src/lib/a.ts', "import { x } from '../areas/albums/api/albums.ts';"],
  ['an area that imports an area to its right', 'apps/web/src/areas/media/a.ts', "import { x } from '../albums/search-params.ts';"],
  ['an area that is not in the order', 'apps/web/src/areas/weather/a.ts', "import { x } from '../media/zoom.ts';"],
  ['code of an area that imports its console', 'apps/web/src/areas/shop/parts/a.tsx', "import { x } from '../console/orders.tsx';"],
  [
    'a page that imports the console list',
    'apps/web/src/areas/shop/pages/a.tsx',
    "import { x } from '../../console/parts/console-list.tsx';",
  ],
  ['a page that imports a type of the console', 'apps/web/src/areas/site/pages/a.tsx', "import type { X } from '../console/faqs.tsx';"],
  ['a page that loads the console on demand', 'apps/web/src/areas/shop/pages/a.tsx', "const x = import('../console/orders.tsx');"],
  ['a shell that imports the console statically', 'apps/web/src/areas/shell/a.tsx', "import { x } from '../console/parts/a.tsx';"],
  ['a route of another area that loads the console', 'apps/web/src/routes/shop.ts', "const x = import('./console-entry.ts');"],
  ['a route table that imports a page statically', 'apps/web/src/routes/shop.ts', "import { x } from '../areas/shop/pages/shop.tsx';"],
  ['an area that imports a route', 'apps/web/src/areas/albums/a.ts', "import { x } from '../../routes/route-tree.ts';"],
];

describe('findBoundaryViolations', () => {
  it.each(violations)('reports %s', (_name, path, text) => {
    expect(findBoundaryViolations([{ path, text }], ORDER)).toHaveLength(1);
  });

  it('accepts imports in the allowed directions', () => {
    const allowed = [
      {
        path: 'apps/server/src/modules/media/a.ts',
        text: "import { x } from '../albums/index.ts'; import { y } from '../../platform/ids.ts';",
      },
      { path: 'packages/playback/src/a.ts', text: "import type { Schedule } from '@vitrine/contract/schedule';" },
      { path: 'apps/web/src/routes/a.tsx', text: "import { x } from '../areas/albums/api/albums.ts';" },
      { path: 'apps/web/src/routes/shop.ts', text: "const x = import('../areas/shop/pages/shop.tsx');" },
      {
        path: 'apps/web/src/routes/console.ts',
        text: "import type { X } from '../areas/shop/console/orders.tsx'; const x = import('./console-entry.ts');",
      },
      { path: 'apps/web/src/areas/shop/console/a.tsx', text: "import { x } from '../../console/parts/console-list.tsx';" },
      { path: 'apps/web/src/areas/shell/parts/header.tsx', text: "const x = import('../../console/parts/search-dialog.tsx');" },
    ];
    expect(findBoundaryViolations(allowed, ORDER)).toEqual([]);
  });
});
