/** Reports packages of the product with known serious vulnerabilities. The check passes when the registry does not respond or has no audit service. */
import { execFile } from 'node:child_process';
import { root } from './source-files.ts';

const AUDIT_TIMEOUT_MS = 30_000;
const SERIOUS = ['high', 'critical'];

/** Advisories that do not affect the product, by address, with the reason. */
const ACCEPTED: Readonly<Record<string, string>> = {};

interface Advisory {
  title: string;
  url: string;
  severity: string;
  range: string;
}

interface AuditReport {
  /** A string is the name of a dependency with the vulnerability. */
  vulnerabilities?: Record<string, { via: (Advisory | string)[] }>;
}

/** Returns a sentence for each serious advisory, or undefined when the text is not an audit report. */
export function readAudit(json: string, accepted: Readonly<Record<string, string>> = ACCEPTED): string[] | undefined {
  let report: AuditReport;
  try {
    report = JSON.parse(json) as AuditReport;
  } catch {
    return undefined;
  }
  if (!report.vulnerabilities) return undefined;
  return Object.entries(report.vulnerabilities).flatMap(([name, { via }]) =>
    via
      .filter((advisory) => typeof advisory !== 'string')
      .filter(({ severity, url }) => SERIOUS.includes(severity) && !(url in accepted))
      .map(({ title, url, severity, range }) => `${name} ${range}: ${title} (${severity}, ${url})`),
  );
}

export async function findVulnerabilities(): Promise<string[]> {
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0'];
  const output = await new Promise<string>((resolve) => {
    execFile('npm', args, { cwd: root, encoding: 'utf8', timeout: AUDIT_TIMEOUT_MS, maxBuffer: 1 << 26 }, (_error, stdout) =>
      resolve(stdout),
    );
  });
  const faults = readAudit(output);
  if (!faults) console.log('  (known vulnerabilities were not checked: the registry does not respond to npm audit)');
  return faults ?? [];
}
