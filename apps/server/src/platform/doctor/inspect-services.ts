import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import sharp from 'sharp';
import { findFfmpeg } from '../media-tools/find-ffmpeg.ts';
import type { Encoders } from './services.rules.ts';

const TIMEOUT_MS = 8000;
const FORMATS = ['jpeg', 'webp', 'avif', 'png'] as const;

async function findFailedFormats(): Promise<string[]> {
  const failed: string[] = [];
  for (const format of FORMATS) {
    const picture = sharp({ create: { width: 16, height: 16, channels: 3, background: '#336699' } }).toFormat(format);
    await picture.toBuffer().then(
      (bytes) => sharp(bytes).raw().toBuffer(),
      () => failed.push(format),
    );
  }
  return failed;
}

const canLoadBuiltIn = () =>
  import('node-av/lib').then(
    () => true,
    () => false,
  );

export async function inspectEncoders(
  { ffmpegPath, searchPath }: { ffmpegPath: string | undefined; searchPath: string },
  log: Logger,
): Promise<Encoders> {
  const found = await findFfmpeg(ffmpegPath, searchPath, log);
  return {
    ffmpeg: found.paths?.ffmpeg,
    rejected: found.rejected,
    hasBuiltIn: await canLoadBuiltIn(),
    failedFormats: await findFailedFormats(),
  };
}

/** Signs in to the mail server without sending an email. Returns the error message; undefined on success. */
export async function testMailServer(smtpUrl: string): Promise<string | undefined> {
  const url = new URL(smtpUrl);
  url.searchParams.set('connectionTimeout', String(TIMEOUT_MS));
  url.searchParams.set('greetingTimeout', String(TIMEOUT_MS));
  url.searchParams.set('socketTimeout', String(TIMEOUT_MS));
  const transport = createTransport(url.toString());
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    transport.close();
  }
}
