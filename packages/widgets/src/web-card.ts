import type { SettingsOf } from '@vitrine/contract/widgets';
import { drawCard } from './card.ts';
import type { DrawContext, Drawing } from './node.ts';
import { getPalette } from './palettes.ts';

/** A globe in a square of 24, by outlines of 1.6. */
const GLOBE =
  'M12 1.2a10.8 10.8 0 1 0 0 21.6 10.8 10.8 0 0 0 0-21.6zm0 1.6c1.5 0 3.2 2.3 3.9 5.9H8.1C8.8 5.1 10.5 2.8 12 2.8zM9 3.3c-1.2 1.2-2.1 3.1-2.6 5.4H3.4A9.2 9.2 0 0 1 9 3.3zm6 0a9.2 9.2 0 0 1 5.6 5.4h-3c-.5-2.3-1.4-4.2-2.6-5.4zM3 10.3h3.2a19 19 0 0 0 0 3.4H3a9.3 9.3 0 0 1 0-3.4zm4.8 0h8.4a17.6 17.6 0 0 1 0 3.4H7.8a17.6 17.6 0 0 1 0-3.4zm10 0H21a9.3 9.3 0 0 1 0 3.4h-3.2a19 19 0 0 0 0-3.4zM3.4 15.3h3c.5 2.3 1.4 4.2 2.6 5.4a9.2 9.2 0 0 1-5.6-5.4zm4.7 0h7.8c-.7 3.6-2.4 5.9-3.9 5.9s-3.2-2.3-3.9-5.9zm9.5 0h3a9.2 9.2 0 0 1-5.6 5.4c1.2-1.2 2.1-3.1 2.6-5.4z';

/** Draws a card with the host and the path of a web page. Only screens show the page itself. */
export function drawWebCard(settings: SettingsOf<'web'>, context: DrawContext): Drawing {
  const { host, path } = splitAddress(settings.address);
  return drawCard({ icon: GLOBE, heading: host, line: path }, getPalette('web', settings.theme), context);
}

/** Longest path that the card shows. */
const MAX_PATH = 60;

/** Returns the host without `www.`, and the path if it is short. The query is left out because it may contain a key. */
function splitAddress(address: string): { host: string; path: string } {
  // While the user types, the address is not complete.
  const match = /^\s*https?:\/\/(?:www\.)?([^/?#]+)([^?#]*)/i.exec(address);
  if (!match) return { host: 'Web page', path: '' };
  const [, host = '', path = ''] = match;
  return { host: host.toLowerCase(), path: path === '/' || path.length > MAX_PATH ? '' : path };
}
