import mp4 from './silent.mp4?inline';
import webm from './silent.webm?inline';

/** Placed behind the stage and the status view, which cover the video. */
const VIDEO_STYLE = 'position:absolute;top:0;left:0;width:100%;height:100%;z-index:-1;object-fit:fill;pointer-events:none';
/** TVs have only one or two decoders, so even a paused video of the stage needs one. */
const IS_TV = /\b(Web0S|Tizen|SMART-TV|SmartTV)\b/i.test(navigator.userAgent);
/** Only Safari has these events, and it starts a video with sound only after a touch. */
const NEEDS_SOUND = 'GestureEvent' in window;

/**
 * Keeps the display on by playing a black video. Browsers do not dim the display while a film plays: Chromium when most of the video is inside the page and
 * it fills a fifth of it, Firefox when it has a soundtrack, Safari when it also is neither muted nor set to loop. The video stops and
 * releases its decoder while a video of the stage plays or loads, and while the page is hidden.
 */
export function playSilentVideo(stage: HTMLElement): void {
  const video = document.createElement('video');
  const isWebm = video.canPlayType('video/webm; codecs="vp8, opus"') !== '';
  const source = URL.createObjectURL(toBlob(isWebm ? webm : mp4));
  video.muted = true;
  video.playsInline = true;
  video.disableRemotePlayback = true;
  video.setAttribute('aria-hidden', 'true');
  video.style.cssText = VIDEO_STYLE;
  document.body.append(video);

  const start = async (): Promise<void> => {
    if (!video.hasAttribute('src')) video.src = source;
    try {
      await video.play();
    } catch (cause) {
      // Some web views start no video without a touch. The next touch tries again.
      console.info('the silent video did not start:', cause);
      if (video.muted || (cause as DOMException).name !== 'NotAllowedError') return;
      video.muted = true;
      await start();
    }
  };
  const stop = () => {
    if (!video.hasAttribute('src')) return;
    video.pause();
    video.removeAttribute('src');
    // Without load() the element keeps its decoder.
    video.load();
  };
  const update = () => {
    if (document.visibilityState !== 'visible' || isDecoding(stage)) stop();
    else if (video.paused) void start();
  };
  video.addEventListener('ended', update);
  new MutationObserver(update).observe(stage, { childList: true, subtree: true });
  for (const type of ['play', 'pause', 'ended']) stage.addEventListener(type, update, true);
  document.addEventListener('visibilitychange', update);
  for (const type of ['click', 'keydown']) {
    document.addEventListener(type, () => {
      if (NEEDS_SOUND) video.muted = false;
      update();
    });
  }
  update();
}

/** Returns true when a video of the stage needs the decoder. */
function isDecoding(stage: HTMLElement): boolean {
  return Array.from(stage.querySelectorAll('video')).some(
    ({ paused, readyState, HAVE_FUTURE_DATA }) => IS_TV || !paused || readyState < HAVE_FUTURE_DATA,
  );
}

/** Decodes a data URL. The page's content security policy does not allow fetching it. */
function toBlob(address: string): Blob {
  const [head = '', body = ''] = address.split(',');
  return new Blob([Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0))], { type: /:(.*);/.exec(head)?.[1] ?? '' });
}
