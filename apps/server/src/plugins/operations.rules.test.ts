import { readdirSync } from 'node:fs';
import path from 'node:path';
import { AREAS } from '@vitrine/contract/areas';
import type { Endpoint } from '@vitrine/contract/endpoint';
import { OPERATIONS } from '@vitrine/contract/operations';
import { describe, expect, it } from 'vitest';
import { listGeneralErrors } from './operation-errors.ts';

const CONTRACT = path.resolve(import.meta.dirname, '../../../../packages/contract/src');

/** One sentence that starts with a third-person verb, such as 'Creates an album.' */
const SENTENCE = /^[A-Z][a-z]+s [^.]+\.$/;

const repeated = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) < index);

describe('the operations of the API', () => {
  it('contain every endpoint that an area file exports', async () => {
    const known = new Set(OPERATIONS.map(([, endpoint]) => endpoint));
    const files = readdirSync(CONTRACT).filter((name) => name.endsWith('.endpoints.ts'));
    const missing: string[] = [];
    for (const file of files) {
      const exported = (await import(path.join(CONTRACT, file))) as Record<string, (typeof OPERATIONS)[number][1]>;
      for (const [name, endpoint] of Object.entries(exported)) if (!known.has(endpoint)) missing.push(`${file} ${name}`);
    }
    expect(files.length).toBeGreaterThan(30);
    expect(missing).toEqual([]);
  });

  it('have unique names and addresses', () => {
    expect(repeated(OPERATIONS.map(([id]) => id))).toEqual([]);
    expect(repeated(OPERATIONS.map(([, { method, path }]) => `${method} ${path}`))).toEqual([]);
    expect(OPERATIONS.filter(([id]) => !/^[a-z]+([A-Z][a-z]*)*$/.test(id))).toEqual([]);
  });

  it('have one summary each, a sentence that starts with a verb', () => {
    const summaries = OPERATIONS.map(([, { summary }]) => summary);
    expect(repeated(summaries)).toEqual([]);
    expect(summaries.filter((summary) => !SENTENCE.test(summary))).toEqual([]);
    expect(OPERATIONS.filter(([, { description = '.' }]) => !description.endsWith('.'))).toEqual([]);
  });

  it('belong to a described area, and every area has at least one', () => {
    const tags = new Set<string>(OPERATIONS.map(([, { tag }]) => tag));
    expect([...tags].toSorted()).toEqual(Object.keys(AREAS).toSorted());
  });

  it('declare each error code once, and no general one', () => {
    const general = (endpoint: Endpoint) => listGeneralErrors(endpoint, { isRateLimited: false });
    const wrong = OPERATIONS.flatMap(([id, endpoint]) => {
      const codes = [...repeated(endpoint.errors), ...endpoint.errors.filter((code) => general(endpoint).includes(code))];
      return codes.map((code) => `${id} ${code}`);
    });
    expect(wrong).toEqual([]);
  });
});
