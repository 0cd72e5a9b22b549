import { inspect } from 'node:util';

/** Returns the stack of an error and of each of its causes, for an operator who has to investigate why the start failed. */
export function describeFailure(error: unknown): string {
  const parts: string[] = [];
  const seen = new Set<unknown>();
  for (let at = error; at !== undefined && !seen.has(at); at = at instanceof Error ? at.cause : undefined) {
    seen.add(at);
    const text = at instanceof Error ? (at.stack ?? at.message) : inspect(at);
    const inner =
      at instanceof AggregateError ? at.errors.map((each) => `\n  - ${each instanceof Error ? each.message : inspect(each)}`) : [];
    parts.push(`${parts.length === 0 ? '' : 'Caused by: '}${text}${inner.join('')}`);
  }
  return parts.join('\n');
}
