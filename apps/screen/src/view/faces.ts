import { readingAt, type Zone } from '@vitrine/playback';
import { element } from './elements.ts';
import type { Face } from './face.ts';
import { qrCode } from './qr-code.ts';

/** The calm pictures a screen shows while it has none of its owner's. */
export function drawFace(face: Exclude<Face, { kind: 'playing' }>, now: number): HTMLElement {
  switch (face.kind) {
    case 'connecting':
      return calm('Vitrine', face.reachable ? 'Connecting…' : 'Can’t reach the server. Reconnecting…');
    case 'waiting':
      return waiting(face.deviceId, face.reachable);
    case 'downloading':
      return downloading(face);
    case 'idle':
      return idle(face, now);
  }
}

function calm(title: string, words: string): HTMLElement {
  return element('div', 'calm', element('h1', 'name', title), element('p', 'words', words));
}

function waiting(deviceId: string, reachable: boolean): HTMLElement {
  const address = `${location.origin}/main/device?add=${deviceId}`;
  const code = element('p', 'code', deviceId);
  code.setAttribute('aria-label', [...deviceId].join(' '));
  const text = element(
    'div',
    'invitation',
    element('p', 'eyebrow', 'This screen is ready'),
    element('h1', 'name', 'Add this screen to your devices'),
    element('p', 'words', howToAdd()),
    code,
  );
  if (!reachable) text.append(element('p', 'words faint', 'Can’t reach the server. Reconnecting…'));
  return element('div', 'waiting', text, ...(isThisComputer ? [] : [element('div', 'card', qrCode(address))]));
}

/** By the name of localhost no phone finds it, so there is nothing to scan. */
const isThisComputer = /^(localhost|127\.|\[::1\])/.test(location.hostname);

const howToAdd = (): string =>
  isThisComputer
    ? `On this computer, open ${location.host}, choose Add\u00a0device and enter this ID:`
    : `Scan the code, or open ${location.host} on your phone or computer, choose Add\u00a0device and enter this ID:`;

function downloading({ name, progress }: Extract<Face, { kind: 'downloading' }>): HTMLElement {
  const bar = element('div', 'bar', element('div', 'done'));
  bar.style.setProperty('--done', String(progress.total > 0 ? progress.downloaded / progress.total : 0));
  const drawn = calm(name, `Downloading ${Math.min(progress.downloaded + 1, progress.total)} of ${progress.total}`);
  drawn.append(bar);
  return drawn;
}

function idle({ name, timeZone, nothingPlayable }: Extract<Face, { kind: 'idle' }>, now: number): HTMLElement {
  const words = nothingPlayable ? 'Couldn’t show the photos and videos. Trying again…' : 'Nothing to show right now';
  const drawn = calm(name, words);
  drawn.prepend(clock(timeZone, now));
  return drawn;
}

/** Zones of the clocks that are shown. */
const zones = new WeakMap<Element, Zone>();

/** The time in the device's zone. `tickClocks` keeps it current. */
function clock(timeZone: Zone, now: number): HTMLElement {
  const drawn = element('time', 'clock', timeIn(timeZone, now));
  zones.set(drawn, timeZone);
  return drawn;
}

export function tickClocks(within: HTMLElement, now: number): void {
  for (const drawn of within.querySelectorAll('time')) drawn.textContent = timeIn(zones.get(drawn) ?? 'UTC', now);
}

/** The reading is formatted as if it were UTC, because the browser may not know the zone or its current rules. */
const timeIn = (timeZone: Zone, now: number): string =>
  new Date(readingAt(now, timeZone)).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
