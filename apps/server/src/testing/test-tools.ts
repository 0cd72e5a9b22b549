import { mkdtempSync } from 'node:fs';
import pino from 'pino';
import { inject } from 'vitest';
import { createMediaTools, type MediaToolOptions, type MediaTools } from '../platform/media-tools/media-tools.ts';
import { getTestFolderPrefix } from './global-setup.ts';

const started = new Map<string, MediaTools>();

/** Longer than the time between two files of a run that use images or widgets. */
const IDLE_MS = 10 * 60_000;

type ToolPrograms = Pick<MediaToolOptions, 'ffmpegPath' | 'sofficePath'>;

/**
 * Returns media tools whose children serve all test files of this process, because starting a child takes a second of processor time. The objects are new, so
 * that a test may replace their functions.
 */
export function shareMediaTools(paths: ToolPrograms): MediaTools {
  const key = `${paths.ffmpegPath} ${paths.sofficePath}`;
  const tools = started.get(key) ?? startTools(paths);
  started.set(key, tools);
  const { images, jobImages, videos, documents, office, widgetStills } = tools;
  return {
    ...tools,
    images: { ...images },
    jobImages: { ...jobImages },
    videos: { ...videos },
    documents: { ...documents },
    office: { ...office },
    widgetStills: { ...widgetStills },
    // The children end when they are idle, or with this process.
    stop: async () => undefined,
  };
}

function startTools({ ffmpegPath, sofficePath }: ToolPrograms): MediaTools {
  const workDir = mkdtempSync(getTestFolderPrefix(inject('templateName')));
  const log = pino({ level: 'error' }, pino.destination({ fd: 2, sync: true }));
  return createMediaTools({ ffmpegPath, sofficePath, workDir, idleMs: IDLE_MS, log });
}
