import type { z } from 'zod';
import { serveTool } from '../media-tools/tool-process.ts';
import { loadCalendarLibraries } from './calendar-source.ts';
import { loadSignatureLibraries, readCap, type readCapArgs } from './cap-source.ts';
import { loadFeedLibraries } from './feed-source.ts';
import { SOURCE_KINDS } from './source-kinds.ts';
import type { ParseArgs } from './source-parser.ts';
import { loadCsvLibrary } from './table-source.ts';

/** The entry of the child that parses the data of sources. */
serveTool(
  {
    parse: ({ kind, settings, body, contentType, now }: ParseArgs) =>
      SOURCE_KINDS[kind].createDocument({ settings, body: Buffer.from(body, 'base64'), contentType, now }),
    readCap: (args: z.infer<typeof readCapArgs>) => readCap(args),
  },
  { preload: () => Promise.all([loadCalendarLibraries(), loadFeedLibraries(), loadCsvLibrary(), loadSignatureLibraries()]) },
);
