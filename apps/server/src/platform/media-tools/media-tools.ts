import os from 'node:os';
import type { Logger } from 'pino';
import { createSourceParser, type SourceParser } from '../sources/source-parser.ts';
import { createDocumentTools, type DocumentTools } from './document-tools.ts';
import { createImageTools, type ImageTools } from './image-tools.ts';
import { createOfficeTools, type OfficeTools } from './office-tools.ts';
import { createPriorityLock } from './priority-lock.ts';
import { findSandbox } from './sandbox.ts';
import { createVideoTools, type VideoTools } from './video-tools.ts';
import { createWidgetStillTools, type WidgetStillTools } from './widget-still-tools.ts';

/** All that opens files people uploaded; each in a child process with limits. */
export interface MediaTools {
  images: ImageTools;
  /** The same for jobs: separate children of low priority, so that requests do not wait behind a hundred new photos. */
  jobImages: ImageTools;
  videos: VideoTools;
  documents: DocumentTools;
  office: OfficeTools;
  widgetStills: WidgetStillTools;
  /** Parses the data of sources. */
  sourceParser: SourceParser;
  /** Prepares for a file, most likely an image, that is being uploaded: starts the child that will open it. */
  warmForPictures(): void;
  /** Ends the children; what they were doing fails. */
  stop(): Promise<void>;
}

export interface MediaToolOptions {
  ffmpegPath: string | undefined;
  /** Path of LibreOffice's `soffice`; by default the first one on the search path. */
  sofficePath?: string | undefined;
  /** Search path for programs, as in PATH; none by default. */
  searchPath?: string;
  /** Working folder of the tools, on the volume of the files they read and write; the machine's temporary folder by default. */
  workDir?: string;
  /** Children that stay between calls end when they are unused for this long, in milliseconds; 20 s by default. */
  idleMs?: number;
  log: Logger;
}

/** The lowest priority: two jobs use both cores of a small machine only while nothing else does. */
const JOB_PRIORITY = 19;
const JOB_DECODERS = Math.min(2, os.availableParallelism());

export function createMediaTools({
  ffmpegPath,
  sofficePath,
  searchPath = '',
  workDir = os.tmpdir(),
  idleMs,
  log,
}: MediaToolOptions): MediaTools {
  const home = { sandbox: findSandbox(log), workDir };
  const shared = { home, idleMs, priorityLock: createPriorityLock() };
  const images = createImageTools(shared);
  const jobImages = createImageTools({ ...shared, children: JOB_DECODERS, priority: JOB_PRIORITY, isBackground: true });
  const videos = createVideoTools({ ffmpegPath, searchPath, images, home, log });
  const widgetStills = createWidgetStillTools(home, { idleMs });
  const sourceParser = createSourceParser(home, { idleMs });
  const stop = async () => {
    widgetStills.close();
    sourceParser.close();
    images.close();
    jobImages.close();
  };
  const warmUpForImages = () => {
    images.warm();
    jobImages.warm();
  };
  return {
    images,
    jobImages,
    videos,
    documents: createDocumentTools(home),
    office: createOfficeTools({ sofficePath, searchPath, home, log }),
    widgetStills,
    sourceParser,
    warmForPictures: warmUpForImages,
    stop,
  };
}
