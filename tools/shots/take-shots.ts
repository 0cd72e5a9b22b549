import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openCamera, type ResponseMode, SIZES, type Theme, type Width } from './camera.ts';
import { listShots, type Shot } from './pages.ts';
import { makeSheet, makeTile, type Tile } from './sheet.ts';
import { signInViewers } from './viewers.ts';

export interface ShotOptions {
  origin: string;
  folder: string;
  only: string;
  widths: readonly Width[];
  themes: readonly Theme[];
  responseMode: ResponseMode;
  /** Text size in percent of the default. */
  textPercent: number;
}

/** Takes screenshots by size, theme and viewer, and creates a contact sheet for each size and theme. */
export async function takeShots(
  { origin, folder, only, widths, themes, responseMode, textPercent }: ShotOptions,
  print: (line: string) => void,
): Promise<void> {
  const members = await signInViewers(origin);
  // Sorted by viewer, so that each signs in only once per browser.
  const shots = (await listShots(members, only)).sort((a, b) => a.viewer.localeCompare(b.viewer));
  if (shots.length === 0) throw new Error(`No page has "${only}" in its address`);
  const folderName = (width: Width, theme: Theme) =>
    [width, theme, ...(responseMode === 'all' ? [] : [responseMode]), ...(textPercent === 100 ? [] : [`text${textPercent}`])].join('-');
  for (const width of widths) {
    const camera = await openCamera(origin, members, responseMode, width, textPercent);
    const window = { width, height: SIZES[width] };
    const sheets = new Map(themes.map((theme) => [theme, [] as Tile[]]));
    try {
      for (const shot of shots) {
        for (const { theme, image } of await camera.take(shot, themes)) {
          await saveImage(folder, folderName(width, theme), shot, image);
          sheets.get(theme)?.push({ caption: `${shot.viewer} ${shortenAddress(shot)}`, image: await makeTile(image, window) });
        }
      }
    } finally {
      await camera.close();
    }
    for (const [theme, tiles] of sheets) {
      const sheet = path.join(folder, `${folderName(width, theme)}.png`);
      await writeFile(sheet, await makeSheet(tiles, window, theme));
      print(`${tiles.length} pages at ${width} px, ${theme}: ${sheet}`);
    }
  }
}

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
/** Shortens ids, which differ between households. */
const shortenAddress = ({ address }: Shot) => address.replace(ID, '…');

async function saveImage(folder: string, subfolder: string, shot: Shot, image: Buffer): Promise<void> {
  const name = `${shot.viewer}-${shot.address.replace(ID, 'id').replace(/[^\w=]+/g, '-')}`.replace(/-+$/, '');
  await mkdir(path.join(folder, subfolder), { recursive: true });
  await writeFile(path.join(folder, subfolder, `${name}.png`), image);
}
