/** The generated pictures and films of the server's tests, for journeys. */
export { aFilm, aHeic, aJpeg, anAvif, aPng, aSidewaysJpeg, aWebp, showsCorners } from '../apps/server/src/testing/media-files.ts';
