import { mkdtempSync } from 'node:fs';
import pino from 'pino';
import { inject } from 'vitest';
import { createMediaTools, type MediaTools } from '../platform/media-tools/media-tools.ts';
import { getToolFolderPrefix } from './global-setup.ts';

const started = new Map<string | undefined, MediaTools>();

/**
 * Returns media tools whose children serve all test files of this process, because starting a child takes a second of processor time. The objects are new, so
 * that a test may replace their functions.
 */
export function shareMediaTools(ffmpegPath: string | undefined): MediaTools {
  const tools = started.get(ffmpegPath) ?? startTools(ffmpegPath);
  started.set(ffmpegPath, tools);
  const { images, jobImages, videos, documents, widgetStills } = tools;
  return {
    ...tools,
    images: { ...images },
    jobImages: { ...jobImages },
    videos: { ...videos },
    documents: { ...documents },
    widgetStills: { ...widgetStills },
    // The children end when they are idle, or with this process.
    stop: async () => undefined,
  };
}

function startTools(ffmpegPath: string | undefined): MediaTools {
  const workDir = mkdtempSync(getToolFolderPrefix(inject('templateName')));
  return createMediaTools({ ffmpegPath, workDir, log: pino({ level: 'error' }, pino.destination({ fd: 2, sync: true })) });
}
