import { type Finding, fault, ok, warning } from './finding.ts';

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

export function judgeEncoders({ ffmpeg, rejected, hasBuiltIn, failedFormats }: Encoders): Finding[] {
  const pictures =
    failedFormats.length > 0
      ? fault('Pictures', `sharp does not write ${failedFormats.join(', ')}`, 'Run “npm ci” again, with optional dependencies.')
      : ok('Pictures', 'sharp reads and writes');
  if (ffmpeg !== undefined) return [pictures, ok('Videos', `${ffmpeg} has the encoders and filters that are used`)];
  const todo = 'Install ffmpeg (apt-get install ffmpeg) and name it in FFMPEG_PATH, or run “npm ci” again, with optional dependencies.';
  const reasons = rejected.map((one) => `${one.ffmpeg} cannot be used: ${one.reason}`).join('; ');
  if (!hasBuiltIn) return [pictures, fault('Videos', `No FFmpeg can be used, so videos are not processed. ${reasons}`.trim(), todo)];
  if (rejected.length > 0)
    return [
      pictures,
      warning('Videos', `${reasons}. The built-in FFmpeg is used`, 'Update that FFmpeg, name another in FFMPEG_PATH, or ignore this.'),
    ];
  return [pictures, ok('Videos', 'The built-in ffmpeg is used')];
}

/** A rule by which a bucket lets go of objects or parts by itself. */
export interface LifecycleRule {
  isEnabled: boolean;
  prefix: string;
  expiresDays: number | undefined;
  abandonsDays: number | undefined;
}

/** `undefined`: the store does not say. */
export function judgeLifecycle(rules: LifecycleRule[] | undefined, keyPrefix: string): Finding[] {
  const check = 'Rules of the bucket';
  if (!rules)
    return [
      warning(
        check,
        'The store does not say which rules the bucket has',
        'Look yourself whether objects below renditions/ expire and incomplete uploads are ended.',
      ),
    ];
  const enabled = rules.filter((rule) => rule.isEnabled);
  const covers = (rule: LifecycleRule, key: string) => key.startsWith(rule.prefix);
  // What expires must be the copies that can be made again, and nothing of what people uploaded.
  const losing = enabled.filter(
    (rule) =>
      rule.expiresDays !== undefined &&
      !rule.prefix.startsWith(`${keyPrefix}renditions/`) &&
      (rule.prefix.startsWith(keyPrefix) || keyPrefix.startsWith(rule.prefix)),
  );
  const findings: Finding[] = losing.map(({ prefix, expiresDays }) =>
    fault(
      check,
      `What is below “${prefix}” expires after ${expiresDays} days, and with it what people uploaded`,
      `Limit the rule to ${keyPrefix}renditions/, or take it away.`,
    ),
  );
  if (!enabled.some((rule) => rule.expiresDays !== undefined && covers(rule, `${keyPrefix}renditions/`)))
    findings.push(warning(check, `Nothing lets go of what is below ${keyPrefix}renditions/`, `Let it expire after 30 days.`));
  if (!enabled.some((rule) => rule.abandonsDays !== undefined && covers(rule, keyPrefix)))
    findings.push(
      warning(
        check,
        'Parts of uploads that were never completed stay for good',
        'Let the bucket end incomplete multipart uploads after 7 days.',
      ),
    );
  return findings.length > 0 ? findings : [ok(check, 'Renditions expire and incomplete uploads are ended')];
}

export function judgeMail(smtpUrl: string | undefined, error: string | undefined, publicUrl: string): Finding {
  const check = 'Mail';
  if (smtpUrl === undefined)
    return publicUrl.startsWith('https:')
      ? fault(check, 'No mail is sent: nobody can confirm an address or a new password', 'Set SMTP_URL.')
      : ok(check, 'Mails become files in the data folder');
  const { host } = new URL(smtpUrl);
  return error === undefined
    ? ok(check, `${host} takes mail`)
    : fault(
        check,
        `${host} does not take mail: ${error}`,
        'Look at SMTP_URL: its port, user, password, and smtps:// where the server wants TLS at once.',
      );
}
