import { parseLiveAddress } from '@vitrine/contract/live-address';
import type { SettingsOf } from '@vitrine/contract/widgets';
import {
  createLiveSurface,
  type DrawnWidget,
  type LoadLimits,
  type OpenStream,
  openHlsStream,
  openYouTubeStream,
  type Surface,
  type SurfaceHost,
} from '@vitrine/stage';
import { openWithLibrary } from './hls-library.ts';

interface Place {
  layer: HTMLElement;
  limits: LoadLimits;
  host: SurfaceHost;
}

/** Loads a live stream into a layer. A separate chunk, so that screens without streams do not load it. */
export const loadLiveStream = (
  { address, hasSound }: SettingsOf<'live'>,
  drawFallback: ((element: HTMLElement) => DrawnWidget) | undefined,
  { layer, limits, host }: Place,
): Promise<Surface> => createLiveSurface(layer, limits, host, { open: (...box) => openStream(address, ...box), hasSound, drawFallback });

function openStream(address: string, ...box: Parameters<OpenStream>): ReturnType<OpenStream> {
  const source = parseLiveAddress(address);
  if ('error' in source) return Promise.reject(new Error(source.error));
  if (source.provider === 'youtube') return openYouTubeStream(source.videoId, ...box);
  return openHlsStream({ url: source.url, openWithLibrary }, ...box);
}
