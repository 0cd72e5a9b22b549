import { getWallClock, type Zone } from '@vitrine/playback';
import { buildElement } from './elements.ts';
import { getDownloadLabel, type StatusView } from './status-view.ts';

/** Renders what a screen shows while no item plays. */
export function renderStatusView(status: Exclude<StatusView, { kind: 'playing' | 'off' }>, now: number): HTMLElement {
  switch (status.kind) {
    case 'connecting':
      return renderMessage('Vitrine', status.reachable ? 'Connecting…' : 'Can’t reach the server. Reconnecting…');
    case 'waiting':
      return renderWaiting(status.deviceId, status.reachable);
    case 'downloading':
      return renderDownloading(status);
    case 'idle':
      return renderIdle(status, now);
  }
}

function renderMessage(title: string, text: string): HTMLElement {
  return buildElement('div', 'calm', buildElement('h1', 'name', title), buildElement('p', 'words', text));
}

function renderWaiting(deviceId: string, reachable: boolean): HTMLElement {
  const address = `${location.origin}/main/device?add=${deviceId}`;
  const code = buildElement('p', 'code', deviceId);
  code.setAttribute('aria-label', [...deviceId].join(' '));
  const text = buildElement(
    'div',
    'invitation',
    buildElement('p', 'eyebrow', 'This screen is ready'),
    buildElement('h1', 'name', 'Add this screen to your devices'),
    buildElement('p', 'words', getAddInstructions()),
    code,
  );
  if (!reachable) text.append(buildElement('p', 'words faint', 'Can’t reach the server. Reconnecting…'));
  return buildElement('div', 'waiting', text, ...(isThisComputer ? [] : [buildElement('div', 'card', createQrCode(address))]));
}

/** A phone cannot reach localhost, so no QR code is shown. */
const isThisComputer = /^(localhost|127\.|\[::1\])/.test(location.hostname);

const getAddInstructions = (): string =>
  isThisComputer
    ? `On this computer, open ${location.host}, choose Add\u00a0device and enter this ID:`
    : `Scan the code, or open ${location.host} on your phone or computer, choose Add\u00a0device and enter this ID:`;

function renderDownloading({ name, progress, problem }: Extract<StatusView, { kind: 'downloading' }>): HTMLElement {
  const bar = buildElement('div', 'bar', buildElement('div', 'done'));
  bar.style.setProperty('--done', String(progress.total > 0 ? progress.downloaded / progress.total : 0));
  const element = renderMessage(name, problem ?? getDownloadLabel(progress));
  element.append(bar);
  return element;
}

function renderIdle({ name, timeZone, nothingPlayable }: Extract<StatusView, { kind: 'idle' }>, now: number): HTMLElement {
  const text = nothingPlayable ? 'Couldn’t show the photos and videos. Trying again…' : 'Nothing to show right now';
  const element = renderMessage(name, text);
  element.prepend(renderClock(timeZone, now));
  return element;
}

/** Time zones of the shown clocks. */
const zones = new WeakMap<Element, Zone>();

/** Renders the time in the device's zone. `updateClocks` keeps it current. */
function renderClock(timeZone: Zone, now: number): HTMLElement {
  const element = buildElement('time', 'clock', formatTime(timeZone, now));
  zones.set(element, timeZone);
  return element;
}

export function updateClocks(within: HTMLElement, now: number): void {
  for (const element of within.querySelectorAll('time')) element.textContent = formatTime(zones.get(element) ?? 'UTC', now);
}

/** Formats the local time as if it were UTC, because the browser may not know the zone or its current rules. */
const formatTime = (timeZone: Zone, now: number): string =>
  new Date(getWallClock(now, timeZone)).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });

/** Creates a QR code of a URL, dark on white, which phones read best. Its library is loaded only here, because screens with a device show no code. */
function createQrCode(address: string): HTMLImageElement {
  const image = new Image();
  image.className = 'qr';
  void drawQrCode(image, address);
  return image;
}

async function drawQrCode(image: HTMLImageElement, address: string): Promise<void> {
  try {
    const { renderSVG } = await import('uqr');
    image.alt = `QR code that opens ${address}`;
    image.src = `data:image/svg+xml,${encodeURIComponent(renderSVG(address, { ecc: 'M', border: 2 }))}`;
  } catch {
    // The text next to it has the address and the ID.
    image.parentElement?.remove();
  }
}
