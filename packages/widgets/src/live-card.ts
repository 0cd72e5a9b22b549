import type { SettingsOf } from '@vitrine/contract/widgets';
import { drawCard } from './card.ts';
import type { DrawContext, Drawing } from './node.ts';
import { getPalette } from './palettes.ts';

/** A television with a play sign in a square of 24, by outlines of 1.6. */
const TELEVISION =
  'M3.6 3.4h16.8a2.4 2.4 0 0 1 2.4 2.4v10.4a2.4 2.4 0 0 1-2.4 2.4H3.6a2.4 2.4 0 0 1-2.4-2.4V5.8a2.4 2.4 0 0 1 2.4-2.4zm0 1.6a.8.8 0 0 0-.8.8v10.4a.8.8 0 0 0 .8.8h16.8a.8.8 0 0 0 .8-.8V5.8a.8.8 0 0 0-.8-.8zM9.8 7.6v6.8l5.8-3.4zM7.5 20.2h9v1.6h-9z';

/** Draws a card with the title of a live stream, or with its host. Only screens play the stream itself. */
export function drawLiveCard({ theme, address, title }: SettingsOf<'live'>, context: DrawContext): Drawing {
  const origin = findOrigin(address);
  const text =
    title === '' ? { heading: origin ?? 'Live stream', line: origin ? 'Live stream' : '' } : { heading: title, line: origin ?? '' };
  return drawCard({ icon: TELEVISION, ...text }, getPalette('live', theme), context);
}

const YOUTUBE_HOST = /^(?:[\w-]+\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)$/;

/** Returns YouTube, or the host without `www.`. The path is left out because it may contain a key. Null while the user types an incomplete address. */
function findOrigin(address: string): string | null {
  const host = /^\s*(?:https?:\/\/)?(?:www\.)?([^/?#@\s]+\.[^/?#@\s]+)(?:[/?#]|$)/i.exec(address)?.[1]?.toLowerCase();
  if (host === undefined) return null;
  return YOUTUBE_HOST.test(host) ? 'YouTube' : host;
}
