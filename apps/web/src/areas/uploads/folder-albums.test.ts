import { albumName } from '@vitrine/contract/albums';
import { describe, expect, it } from 'vitest';
import { groupByFolder, hasSeveralFolders, recordFolder } from './folder-albums.ts';

/** A file in a dropped folder. */
function aFile(path: string): File {
  const [name = '', ...folders] = path.split('/').toReversed();
  const file = new File(['x'], name);
  Object.defineProperty(file, 'webkitRelativePath', { value: '' });
  if (folders.length > 0) recordFolder(file, folders.toReversed().join('/'));
  return file;
}
const group = (...paths: string[]) => groupByFolder(paths.map(aFile)).map(({ name, files }) => [name, files.map((file) => file.name)]);

describe('groupByFolder', () => {
  it('makes an album of each folder that contains files', () => {
    expect(group('Photos/a.jpg', 'Photos/Italy/b.jpg', 'Photos/Italy/c.jpg', 'd.jpg')).toEqual([
      ['Photos', ['a.jpg']],
      ['Italy', ['b.jpg', 'c.jpg']],
      ['Other photos', ['d.jpg']],
    ]);
  });

  it('reads the folders of a chosen folder', () => {
    const file = new File(['x'], 'a.jpg');
    Object.defineProperty(file, 'webkitRelativePath', { value: 'Photos/Italy/a.jpg' });
    expect(groupByFolder([file])).toEqual([{ name: 'Italy', files: [file] }]);
  });

  it('adds the folder above to names that are taken or too short', () => {
    expect(group('2022/Best/a.jpg', '2023/Best/b.jpg', '2023/7/c.jpg').map(([name]) => name)).toEqual(['Best', '2023 – Best', '2023 – 7']);
  });

  it('gives each folder a different name that the server accepts', () => {
    const long = 'A very long name of a folder with photos';
    const folders = [long, `x/${long}`, `y/${long}`, '!', '?!', 'x/…', 'A', 'B/A', 'x/B/A'];
    const names = groupByFolder(folders.map((folder) => aFile(`${folder}/a.jpg`))).map(({ name }) => name);
    expect(new Set(names).size).toBe(folders.length);
    for (const name of names) expect(albumName.safeParse(name).success, name).toBe(true);
  });
});

describe('hasSeveralFolders', () => {
  it.each([
    [['a.jpg', 'b.jpg'], false],
    [['Italy/a.jpg', 'Italy/b.jpg'], false],
    [['Italy/a.jpg', 'Italy/Rome/b.jpg'], true],
    [['Italy/a.jpg', 'b.jpg'], true],
  ])('of %j is %s', (paths, expected) => {
    expect(hasSeveralFolders(paths.map(aFile))).toBe(expected);
  });
});
