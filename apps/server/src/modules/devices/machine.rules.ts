/** What a browser lets know of the machine it runs on. */
export interface MachineDetails {
  operatingSystem: string | null;
  modelName: string | null;
}

const OPERATING_SYSTEMS: [RegExp, (match: RegExpExecArray) => string][] = [
  [/Android (\d+(?:\.\d+)*)/, ([, version]) => `Android ${version}`],
  [/Android/, () => 'Android'],
  [/CrOS/, () => 'ChromeOS'],
  [/Tizen (\d+(?:\.\d+)*)/, ([, version]) => `Tizen ${version}`],
  [/(?:Web0S|webOS)/, () => 'webOS'],
  [/(?:iPhone|iPad).* OS (\d+(?:_\d+)*)/, ([, version = '']) => `iOS ${version.replaceAll('_', '.')}`],
  [/Windows NT 10/, () => 'Windows 10 or 11'],
  [/Windows/, () => 'Windows'],
  [/Mac OS X/, () => 'macOS'],
  [/Linux (armv\d\w*|aarch64|arm\w*)/, ([, kind]) => `Linux (${kind})`],
  [/Linux/, () => 'Linux'],
];

/** Browsers that say less name every Android machine K. */
const ANDROID_MODEL = /Android[^;)]*; (?!K[;) ]|wv)([^;)]{2,60}?)(?: Build\/[^;)]*)?[;)]/;

/** Of what a browser calls itself. */
export function parseMachineDetails(userAgent: string | null): MachineDetails {
  if (!userAgent) return { operatingSystem: null, modelName: null };
  let operatingSystem: string | null = null;
  for (const [pattern, nameOf] of OPERATING_SYSTEMS) {
    const match = pattern.exec(userAgent);
    if (match) {
      operatingSystem = nameOf(match);
      break;
    }
  }
  const model = ANDROID_MODEL.exec(userAgent)?.[1] ?? (/\((?:iPhone|iPad)/.exec(userAgent)?.[0].slice(1) || null);
  return { operatingSystem, modelName: model };
}
