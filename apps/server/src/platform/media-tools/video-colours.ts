import type { VideoColours, VideoProbe } from './video-tool-types.ts';

/** Names by their codes in ITU-T H.273. */
const NAMES = {
  matrix: { 1: 'bt709', 4: 'fcc', 5: 'bt470bg', 6: 'smpte170m', 7: 'smpte240m', 9: 'bt2020nc', 10: 'bt2020c' },
  primaries: {
    1: 'bt709',
    4: 'bt470m',
    5: 'bt470bg',
    6: 'smpte170m',
    7: 'smpte240m',
    8: 'film',
    9: 'bt2020',
    11: 'smpte431',
    12: 'smpte432',
  },
  transfer: {
    1: 'bt709',
    4: 'bt470m',
    5: 'bt470bg',
    6: 'smpte170m',
    7: 'smpte240m',
    8: 'linear',
    11: 'iec61966-2-4',
    13: 'iec61966-2-1',
    14: 'bt2020-10',
    15: 'bt2020-12',
    16: 'smpte2084',
    18: 'arib-std-b67',
  },
} satisfies Record<keyof VideoColours, Record<number, string>>;

/** Reads the codes or names of a stream. */
export function parseVideoColours(stated: Record<keyof VideoColours, number | string | undefined>): VideoColours {
  const find = (kind: keyof VideoColours): string | undefined =>
    Object.entries(NAMES[kind]).find(([code, name]) => stated[kind] === name || stated[kind] === Number(code))?.[1];
  return { matrix: find('matrix'), primaries: find('primaries'), transfer: find('transfer') };
}

export const isHdrTransfer = ({ transfer }: VideoColours): boolean => transfer === 'smpte2084' || transfer === 'arib-std-b67';

const WIDE_PRIMARIES: ReadonlySet<string | undefined> = new Set(['bt2020', 'smpte431', 'smpte432']);
/** Returns true for colours outside of those that every screen shows. */
export const isWideGamut = ({ colours }: Pick<VideoProbe, 'colours'>): boolean => WIDE_PRIMARIES.has(colours.primaries);

type Coloured = Pick<VideoProbe, 'codedWidth' | 'codedHeight' | 'pixelFormat' | 'colours' | 'isHdr'>;

const isYuv = ({ pixelFormat }: Coloured): boolean => /^(yuv|yuyv|uyvy|nv|p0|p2|p4|y2|xv|vuy)/.test(pixelFormat);

/** Smaller pictures without a stated matrix use the one of standard definition, as browsers assume. */
const [HD_WIDTH, HD_HEIGHT] = [1280, 720];

/** Matrix of a rendition in the colours of ordinary screens: that of the source, or the usual one of its size. */
function getSdrMatrix({ codedWidth, codedHeight, colours }: Coloured): 'bt709' | 'smpte170m' {
  if (colours.matrix) return colours.matrix === 'bt470bg' || colours.matrix === 'smpte170m' ? 'smpte170m' : 'bt709';
  return codedWidth >= HD_WIDTH || codedHeight >= HD_HEIGHT ? 'bt709' : 'smpte170m';
}

/** Fills in the colours that the stream does not state. Otherwise filters assume the matrix of standard definition, and browsers another one. */
export function buildDefaultColourFilters(probe: Coloured): string[] {
  if (!isYuv(probe)) return [];
  const { matrix, primaries, transfer } = probe.colours;
  const defaults = [
    ...(matrix ? [] : [`colorspace=${probe.isHdr ? 'bt2020nc' : getSdrMatrix(probe)}`]),
    ...(probe.isHdr && !primaries ? ['color_primaries=bt2020'] : []),
    ...(isWideGamut(probe) && !transfer ? ['color_trc=bt709'] : []),
  ];
  return defaults.length > 0 ? [`setparams=${defaults.join(':')}`] : [];
}

/**
 * HDR to the colours every screen shows; scaled before, because this works in floating point. The values have the curve of sRGB, with which browsers display
 * videos and photos. That of `bt709` in zscale is for televisions and shows dark parts brighter.
 */
const TONE_MAP =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=hable:desat=0,zscale=t=iec61966-2-1:m=bt709:r=tv,format=yuv420p,setparams=color_trc=bt709';
const NARROW_GAMUT = 'zscale=p=bt709:t=bt709:m=bt709:r=tv,format=yuv420p';

/** Filters that convert brightness and gamut to those of ordinary screens. */
export const buildGamutFilters = (probe: Coloured): string[] => (probe.isHdr ? [TONE_MAP] : isWideGamut(probe) ? [NARROW_GAMUT] : []);

/** Filters that scale to `size` and convert to the pixels and stated colours of a rendition. */
export function buildRenditionScaleFilters(probe: Coloured, size: string): string[] {
  if (probe.isHdr || isWideGamut(probe)) return [`scale=${size}`, 'setsar=1', ...buildGamutFilters(probe)];
  const matrix = getSdrMatrix(probe);
  const { primaries = 'bt709', transfer = 'bt709' } = probe.colours;
  return [
    `scale=${size}:out_color_matrix=${matrix === 'bt709' ? 'bt709' : 'bt601'}:out_range=tv`,
    'setsar=1',
    'format=yuv420p',
    `setparams=range=tv:color_primaries=${primaries}:color_trc=${transfer}:colorspace=${matrix}`,
  ];
}

/** Returns true when an HD stream does not state its matrix. A copy of it must, because players assume different ones. */
export const needsColourTag = (probe: Coloured): boolean =>
  isYuv(probe) && !probe.colours.matrix && !probe.isHdr && getSdrMatrix(probe) === 'bt709';
