import { describe, expect, it } from 'vitest';
import { tableSettings } from './table-settings.ts';
import { menuSettings, WIDGET_LIMITS } from './widgets.ts';

const table = (rows: unknown) => ({ type: 'table', theme: 'light', columns: ['Bus', 'Time'], rows });
const listFaults = (rows: unknown) =>
  tableSettings.safeParse(table(rows)).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('the rows of a table', () => {
  it('are returned without surrounding spaces and unpaired surrogates', () => {
    const { rows } = tableSettings.parse(table([[' 12 ', '8:00\ud800']]));
    expect(rows).toEqual([['12', '8:00\ufffd']]);
  });

  it.each([
    { what: 'that are missing', rows: undefined, fault: 'rows: Invalid input: expected array, received undefined' },
    { what: 'without any', rows: [], fault: 'rows: Add a row.' },
    { what: 'that are too many', rows: Array(WIDGET_LIMITS.rows + 1).fill(['', '']), fault: 'rows: A table has at most 200 rows.' },
    { what: 'that are no lists', rows: [['', ''], 'x'], fault: 'rows.1: Invalid input: expected array, received string' },
    { what: 'with too few cells', rows: [['']], fault: 'rows: Each row needs one cell for each column.' },
    { what: 'with too many cells', rows: [Array(7).fill('')], fault: 'rows.0: Each row needs one cell for each column.' },
    { what: 'with a number', rows: [['', 8]], fault: 'rows.0.1: Invalid input: expected string, received number' },
    { what: 'with a long text', rows: [['', 'x'.repeat(201)]], fault: 'rows.0.1: Enter at most 200 characters.' },
    { what: 'with NUL', rows: [['\u0000', '']], fault: 'rows.0.0: Contains an unsupported character' },
  ])('$what are refused at their place', ({ rows, fault }) => {
    expect(listFaults(rows)).toEqual([fault]);
  });

  it('are described up to the tenth faulty one', () => {
    expect(listFaults(Array(200).fill([1, 2]))).toHaveLength(20);
  });
});

it('refuses a section of too many dishes without examining them', () => {
  const dishes = Array.from({ length: WIDGET_LIMITS.dishes + 1 }, () => null);
  const { error } = menuSettings.safeParse({ type: 'menu', theme: 'light', title: 'Lunch', sections: [{ dishes }] });
  expect(error?.issues.map(({ message }) => message)).toEqual(['A menu has at most 120 dishes.']);
});
