/**
 * Flags of the process that serves; package.json has them for `npm start`. V8 shrinks the space for new objects to a megabyte while nothing happens, and a publish to
 * five thousand screens after a quiet minute then stops for a dozen collections: 0.1 s in the bench `fleet`. Eight megabytes are kept.
 */
export const SERVER_FLAGS = ['--min-semi-space-size=8'];
