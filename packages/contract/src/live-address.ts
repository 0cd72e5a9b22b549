/** A part of the class of the same name, which browsers and Node have. */
interface ParsedUrl {
  username: string;
  password: string;
  hostname: string;
  pathname: string;
  searchParams: { get: (name: string) => string | null };
}
declare const URL: new (address: string) => ParsedUrl;

export const LIVE_ADDRESS_MAX = 2000;

/** The content of a live stream: an HLS playlist with its address, or a YouTube video with its id. */
export type LiveSource = { provider: 'hls'; url: string } | { provider: 'youtube'; videoId: string };

export const LIVE_ADDRESS_MESSAGES = {
  missing: 'Enter an address.',
  long: `Enter at most ${LIVE_ADDRESS_MAX} characters.`,
  unknown: 'Enter the address of a YouTube video, or an address that starts with https:// and ends in .m3u8.',
  noVideo: 'This YouTube address has no video. Open the stream on YouTube and copy its address from there.',
  credentials: 'Remove the user name and password from the address.',
  own: 'Addresses of this installation can’t be shown as live streams.',
  insecure: 'Browsers block streams from http:// addresses here, because this installation uses https. Enter an https:// address.',
} as const;

const YOUTUBE_HOST = /^(?:(?:www|m|music|gaming)\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)$/;
const VIDEO_ID = /^[\w-]{11}$/;
/** Paths of YouTube that look like ids of videos. */
const NOT_VIDEOS = ['live_stream', 'videoseries'];

/** Returns the source of a live stream, or the reason why screens can't play the address. */
export function parseLiveAddress(text: string): LiveSource | { error: string } {
  const typed = text.trim();
  if (typed === '') return { error: LIVE_ADDRESS_MESSAGES.missing };
  if (typed.length > LIVE_ADDRESS_MAX) return { error: LIVE_ADDRESS_MESSAGES.long };
  // YouTube's own pages show addresses without their scheme.
  const url = parseHttpUrl(/^(?:[\w-]+\.)?youtu(?:be\.com|\.be)\//i.test(typed) ? `https://${typed}` : typed);
  if (!url) return { error: LIVE_ADDRESS_MESSAGES.unknown };
  if (url.username !== '' || url.password !== '') return { error: LIVE_ADDRESS_MESSAGES.credentials };
  if (YOUTUBE_HOST.test(url.hostname)) {
    const videoId = findVideoId(url);
    return videoId === null ? { error: LIVE_ADDRESS_MESSAGES.noVideo } : { provider: 'youtube', videoId };
  }
  return /\.m3u8$/i.test(url.pathname) ? { provider: 'hls', url: typed } : { error: LIVE_ADDRESS_MESSAGES.unknown };
}

/** Returns the address that is stored. All addresses of a YouTube video become the same one. */
export const formatLiveAddress = (source: LiveSource): string =>
  source.provider === 'hls' ? source.url : `https://www.youtube.com/watch?v=${source.videoId}`;

/** Returns null for text that browsers would correct before they open it, such as backslashes. */
function parseHttpUrl(text: string): ParsedUrl | null {
  if (!/^https?:\/\/[^\s/\\][^\s\\]*$/i.test(text)) return null;
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function findVideoId({ hostname, pathname, searchParams }: ParsedUrl): string | null {
  const [first = '', second = ''] = pathname.split('/').filter((part) => part !== '');
  const candidate = hostname.endsWith('youtu.be')
    ? first
    : first === 'watch'
      ? searchParams.get('v')
      : /^(?:live|embed|shorts|v|e)$/.test(first)
        ? second
        : null;
  return candidate !== null && VIDEO_ID.test(candidate) && !NOT_VIDEOS.includes(candidate) ? candidate : null;
}
