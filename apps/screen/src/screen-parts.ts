import type { Manifest } from '@vitrine/contract/screens';
import type { CopiesOf } from '@vitrine/playback';
import type { FileCache } from './cache/file-cache.ts';
import type { ServerClock } from './clock/server-clock.ts';
import type { Database } from './database/database.ts';
import type { Panel } from './view/panel.ts';
import type { View } from './view/view.ts';

export interface ScreenParts {
  database: Database;
  view: View;
  clock: ServerClock;
  panel: Panel;
  openCache: (pinned: () => Manifest[], copiesOf: CopiesOf) => Promise<FileCache>;
}
