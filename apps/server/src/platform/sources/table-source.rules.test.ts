import type { TableDocument } from '@vitrine/contract/sources';
import { describe, expect, it } from 'vitest';
import { readPointer } from './json-pointer.ts';
import { tableSource } from './table-source.ts';

const read = async (settings: object, text: string | Buffer = '') =>
  (await tableSource.createDocument({
    settings: { kind: 'table', ...settings },
    body: Buffer.from(text),
    contentType: '',
    now: 0,
  })) as TableDocument;
const readCsv = (text: string | Buffer, hasHead = true) => read({ format: 'csv', hasHead }, text);
const json = (pointer = '/name') => ({ format: 'json', rows: '/items', columns: [{ name: 'Name', pointer }] });

it('shows the rows that were typed without a request', async () => {
  const settings = { format: 'typed', columns: ['a', 'b'], rows: [['1', '2'], ['3']] };
  expect(tableSource.fetch({ kind: 'table', ...settings }, null)).toBeNull();
  expect(await read(settings)).toEqual({
    kind: 'table',
    columns: ['a', 'b'],
    rows: [
      ['1', '2'],
      ['3', ''],
    ],
  });
});

describe('CSV', () => {
  it.each([',', ';', '\t', '|'])('detects the delimiter “%s”', async (delimiter) => {
    const lines = [
      ['Name', 'Price'],
      ['"Soup, hot; fresh"', '4.50'],
      ['Tea', '3.00'],
    ].map((cells) => cells.join(delimiter));
    expect(await readCsv(lines.join('\n'))).toMatchObject({
      columns: ['Name', 'Price'],
      rows: [
        ['Soup, hot; fresh', '4.50'],
        ['Tea', '3.00'],
      ],
    });
  });

  it('reads quotes, line ends, a byte order mark and Windows-1252', async () => {
    expect(await readCsv('\uFEFFa,b\r\n"x ""y""\nz",2\r\n')).toMatchObject({ columns: ['a', 'b'], rows: [['x "y" z', '2']] });
    expect(await readCsv(Buffer.from('Gemüse;Größe\nTäglich;1', 'latin1'))).toMatchObject({
      columns: ['Gemüse', 'Größe'],
      rows: [['Täglich', '1']],
    });
  });

  it('fills short rows and cuts long ones', async () => {
    expect(await readCsv('1\n1,2\n1,2,3,4,5,6,7,8', false)).toMatchObject({
      columns: ['', '', '', '', '', ''],
      rows: [
        ['1', '', '', '', '', ''],
        ['1', '2', '', '', '', ''],
        ['1', '2', '3', '4', '5', '6'],
      ],
    });
  });

  it('refuses a quote that never ends and an empty file', async () => {
    await expect(readCsv(`a,b\n"${'x'.repeat(200_000)}`)).rejects.toMatchObject({ code: 'SOURCE_INVALID' });
    await expect(readCsv('a,b\n1,"2')).rejects.toMatchObject({ code: 'SOURCE_INVALID' });
    await expect(readCsv('')).rejects.toMatchObject({ code: 'SOURCE_INVALID' });
  });

  it('keeps 200 of 100,000 rows within 64 kB', async () => {
    const document = await readCsv(`a,b\n${`${'ä'.repeat(190)},${'b'.repeat(190)}\n`.repeat(3000)}`);
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(65_536);
    expect(document.rows.length).toBeGreaterThan(50);
    expect((await readCsv(`a\n${'1\n'.repeat(100_000)}`)).rows).toHaveLength(200);
  });
});

describe('JSON', () => {
  it('reads the columns of each row by pointers', async () => {
    const settings = {
      format: 'json',
      rows: '/data/items',
      columns: [
        { name: 'Name', pointer: '/name' },
        { name: 'Size', pointer: '/sizes/0' },
      ],
    };
    const data = { data: { items: [{ name: 'Soup', sizes: [2] }, { name: true, sizes: {} }, null, { name: { first: 'x' } }] } };
    expect(await read(settings, JSON.stringify(data))).toMatchObject({
      columns: ['Name', 'Size'],
      rows: [
        ['Soup', '2'],
        ['true', ''],
        ['', ''],
        ['', ''],
      ],
    });
  });

  it('refuses data that is not JSON, or has no list there', async () => {
    for (const text of ['', '{', '{"items":{}}', '{"other":[]}'])
      await expect(read(json(), text)).rejects.toMatchObject({ code: 'SOURCE_INVALID' });
  });

  it('refuses pointers that are not valid', () => {
    for (const pointer of ['name', '/~2', '/a~'])
      expect(() => tableSource.validate({ kind: 'table', ...json(pointer) })).toThrow('JSON pointer');
  });

  it('reads data that is nested 200,000 deep', async () => {
    const deep = `{"items":[{"name":"x","deep":${'['.repeat(200_000)}${']'.repeat(200_000)}}]}`;
    expect(await read(json(), deep)).toMatchObject({ rows: [['x']] });
  });

  it.each(['/__proto__/name', '/constructor/name', '/toString', '/name/length'])('finds nothing inherited at %s', async (pointer) => {
    expect(await read(json(pointer), '{"items":[{"name":"x"}]}')).toMatchObject({ rows: [['']] });
  });

  it('reads an own property named __proto__', async () => {
    expect(await read(json('/__proto__/name'), '{"items":[{"__proto__":{"name":"own"}}]}')).toMatchObject({ rows: [['own']] });
  });
});

describe('readPointer', () => {
  const document = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'm~n': 8 };

  it.each<[string, unknown]>([
    ['', document],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/m~0n', 8],
    ['/foo/01', undefined],
    ['/foo/-', undefined],
    ['/foo/2', undefined],
  ])('reads “%s” as RFC 6901 says', (pointer, value) => {
    expect(readPointer(document, pointer)).toEqual(value);
  });
});
