/** The light build of hls.js comes without types; its interface is a part of the full one's. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
