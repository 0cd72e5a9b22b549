import type { FoundSoffice } from '../media-tools/find-soffice.ts';
import { createError, createOk, createWarning, type Finding } from './finding.ts';

export interface Encoders {
  /** Path of the installed FFmpeg that is used; undefined when the built-in one is. */
  ffmpeg: string | undefined;
  /** Installed FFmpegs that cannot be used, with the reasons. */
  rejected: { ffmpeg: string; reason: string }[];
  /** True when the FFmpeg inside node-av can be loaded. */
  hasBuiltIn: boolean;
  /** Image formats that sharp could not write. */
  failedFormats: string[];
}

export function checkEncoders({ ffmpeg, rejected, hasBuiltIn, failedFormats }: Encoders): Finding[] {
  const pictures =
    failedFormats.length > 0
      ? createError('Images', `sharp can’t write ${failedFormats.join(', ')}`, 'Run “npm ci” again, with optional dependencies.')
      : createOk('Images', 'sharp can read and write all formats');
  if (ffmpeg !== undefined) return [pictures, createOk('Videos', `${ffmpeg} has the required encoders and filters`)];
  const todo = 'Install ffmpeg (apt-get install ffmpeg) and set FFMPEG_PATH, or run “npm ci” again with optional dependencies.';
  const reasons = rejected.map((one) => `${one.ffmpeg} can’t be used: ${one.reason}`).join('; ');
  if (!hasBuiltIn)
    return [pictures, createError('Videos', `No usable FFmpeg was found, so uploaded videos can’t be processed. ${reasons}`.trim(), todo)];
  if (rejected.length > 0)
    return [
      pictures,
      createWarning(
        'Videos',
        `${reasons}. The built-in FFmpeg is used`,
        'Update that FFmpeg, set FFMPEG_PATH to another one, or ignore this.',
      ),
    ];
  return [pictures, createOk('Videos', 'Using the built-in ffmpeg')];
}

/** Office files are optional, so that an installation without LibreOffice is in order unless it names one. */
export function checkOfficeFiles({ soffice, description }: FoundSoffice, isConfigured: boolean): Finding {
  const check = 'Office files';
  if (soffice !== undefined) return createOk(check, `Accepted and converted by ${description} (${soffice})`);
  const message = `Not accepted: ${description}`;
  const isFaulty = isConfigured || description.includes('does not run');
  return isFaulty ? createWarning(check, message, 'Install LibreOffice, or correct SOFFICE_PATH.') : createOk(check, message);
}

/** Lifecycle rule of a bucket, by which objects or parts expire. */
export interface LifecycleRule {
  isEnabled: boolean;
  prefix: string;
  expiresDays: number | undefined;
  abandonsDays: number | undefined;
}

/** `undefined`: the store does not say. */
export function checkLifecycleRules(rules: LifecycleRule[] | undefined, keyPrefix: string): Finding[] {
  const check = 'Bucket lifecycle rules';
  if (!rules)
    return [
      createWarning(
        check,
        'The object store doesn’t report lifecycle rules',
        'Check yourself that objects under renditions/ expire and incomplete uploads are aborted.',
      ),
    ];
  const enabled = rules.filter((rule) => rule.isEnabled);
  const matchesPrefix = (rule: LifecycleRule, key: string) => key.startsWith(rule.prefix);
  // Only copies that can be made again may expire, never uploads.
  const losing = enabled.filter(
    (rule) =>
      rule.expiresDays !== undefined &&
      !rule.prefix.startsWith(`${keyPrefix}renditions/`) &&
      (rule.prefix.startsWith(keyPrefix) || keyPrefix.startsWith(rule.prefix)),
  );
  const findings: Finding[] = losing.map(({ prefix, expiresDays }) =>
    createError(
      check,
      `Objects under “${prefix}” expire after ${expiresDays} days, including uploaded files`,
      `Limit the rule to ${keyPrefix}renditions/ or remove it.`,
    ),
  );
  if (!enabled.some((rule) => rule.expiresDays !== undefined && matchesPrefix(rule, `${keyPrefix}renditions/`)))
    findings.push(
      createWarning(check, `No rule expires objects under ${keyPrefix}renditions/`, `Add a rule that expires them after 30 days.`),
    );
  if (!enabled.some((rule) => rule.abandonsDays !== undefined && matchesPrefix(rule, keyPrefix)))
    findings.push(
      createWarning(
        check,
        'Incomplete multipart uploads are never removed',
        'Add a rule that aborts incomplete multipart uploads after 7 days.',
      ),
    );
  return findings.length > 0 ? findings : [createOk(check, 'Renditions expire and incomplete uploads are aborted')];
}

export function checkMailServer(smtpUrl: string | undefined, error: string | undefined, publicUrl: string): Finding {
  const check = 'Email';
  if (smtpUrl === undefined)
    return publicUrl.startsWith('https:')
      ? createError(check, 'Emails aren’t sent, so users can’t confirm addresses or reset passwords', 'Set SMTP_URL.')
      : createOk(check, 'Emails are saved as files in the data folder');
  const { host } = new URL(smtpUrl);
  return error === undefined
    ? createOk(check, `${host} accepts email`)
    : createError(
        check,
        `${host} doesn’t accept email: ${error}`,
        'Check SMTP_URL: port, user and password. Use smtps:// if the server requires implicit TLS.',
      );
}
