import { existsSync } from 'node:fs';
import { describe, it } from 'vitest';

/** The FFmpeg that tests use next to the one inside node-av. */
interface InstalledFfmpeg {
  ffmpegPath: string | undefined;
  /** The reason why tests cannot use it, or null. Tests fail when TEST_FFMPEG_PATH names a file that does not exist. */
  missing: string | null;
}

const CONFIGURED = process.env['TEST_FFMPEG_PATH'];
const SYSTEM = '/usr/bin/ffmpeg';

/** The FFmpeg of TEST_FFMPEG_PATH, for tests that take long. */
export const CONFIGURED_FFMPEG: InstalledFfmpeg = {
  ffmpegPath: CONFIGURED,
  missing: CONFIGURED === undefined ? 'TEST_FFMPEG_PATH is not set' : null,
};
/** The FFmpeg of TEST_FFMPEG_PATH or else the one of the machine. */
export const INSTALLED_FFMPEG: InstalledFfmpeg = {
  ffmpegPath: CONFIGURED ?? SYSTEM,
  missing: CONFIGURED === undefined && !existsSync(SYSTEM) ? `${SYSTEM} does not exist` : null,
};

/**
 * Defines the same tests for the FFmpeg inside node-av, whose path is undefined, and for an installed FFmpeg. Without an installed FFmpeg, one skipped test
 * gives the reason.
 */
export function describeEachFfmpeg(title: string, { ffmpegPath, missing }: InstalledFfmpeg, define: (ffmpegPath?: string) => void): void {
  describe(`with the FFmpeg inside node-av, ${title}`, () => define());
  const installed = `with an installed FFmpeg, ${title}`;
  if (missing === null) describe(installed, () => define(ffmpegPath));
  else it(installed, ({ skip }) => skip(missing));
}
