import { expect, it } from 'vitest';
import { selectColumnsBesidePanel } from './list-columns.ts';

it('selectColumnsBesidePanel returns the name and the columns that stay', () => {
  const columns = [
    { key: 'name', head: 'Name', cell: () => '' },
    { key: 'role', head: 'Role', cell: () => '' },
    { key: 'email', head: 'Email', cell: () => '', staysBesidePanel: true },
  ];
  expect(selectColumnsBesidePanel(columns).map(({ key }) => key)).toEqual(['name', 'email']);
});
