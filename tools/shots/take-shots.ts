import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Answers, openCamera, SIZES, type Theme, type Width } from './camera.ts';
import { listShots, type Shot } from './pages.ts';
import { makeSheet, makeTile, type Tile } from './sheet.ts';
import { signInViewers } from './things.ts';

export interface Wanted {
  origin: string;
  folder: string;
  only: string;
  widths: readonly Width[];
  themes: readonly Theme[];
  answers: Answers;
  /** How large text is: 200 is twice its size. */
  textPercent: number;
}

/** Single pictures by size, theme and viewer, and a contact sheet of each size and theme. */
export async function takeShots(
  { origin, folder, only, widths, themes, answers, textPercent }: Wanted,
  say: (line: string) => void,
): Promise<void> {
  const members = await signInViewers(origin);
  // One sitting for each viewer.
  const shots = (await listShots(members, only)).sort((one, other) => one.viewer.localeCompare(other.viewer));
  if (shots.length === 0) throw new Error(`There is no page with "${only}" in its address`);
  const kindOf = (width: Width, theme: Theme) =>
    [width, theme, ...(answers === 'all' ? [] : [answers]), ...(textPercent === 100 ? [] : [`text${textPercent}`])].join('-');
  for (const width of widths) {
    const camera = await openCamera(origin, members, answers, width, textPercent);
    const window = { width, height: SIZES[width] };
    const sheets = new Map(themes.map((theme) => [theme, [] as Tile[]]));
    try {
      for (const shot of shots) {
        for (const { theme, picture } of await camera.take(shot, themes)) {
          await keep(folder, kindOf(width, theme), shot, picture);
          sheets.get(theme)?.push({ caption: `${shot.viewer} ${shortened(shot)}`, picture: await makeTile(picture, window) });
        }
      }
    } finally {
      await camera.close();
    }
    for (const [theme, tiles] of sheets) {
      const sheet = path.join(folder, `${kindOf(width, theme)}.png`);
      await writeFile(sheet, await makeSheet(tiles, window, theme));
      say(`${tiles.length} pages at ${width} px, ${theme}: ${sheet}`);
    }
  }
}

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
/** Without ids, which differ from one household to the next. */
const shortened = ({ address }: Shot) => address.replace(ID, '…');

async function keep(folder: string, kind: string, shot: Shot, picture: Buffer): Promise<void> {
  const name = `${shot.viewer}-${shot.address.replace(ID, 'id').replace(/[^\w=]+/g, '-')}`.replace(/-+$/, '');
  await mkdir(path.join(folder, kind), { recursive: true });
  await writeFile(path.join(folder, kind, `${name}.png`), picture);
}
