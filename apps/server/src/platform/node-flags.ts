/**
 * Flags of the process that serves; package.json has them for `npm start`. V8 shrinks the space for new objects to a megabyte while nothing happens, and a publish to
 * five thousand screens after a quiet minute then stops for a dozen collections: 0.1 s in the bench `fleet`. Eight megabytes are kept.
 * Where five thousand screens connect, more of what they need for a moment dies young in 32 MB than in V8's 16: a tenth less processor, and 30 MB less held right after.
 */
export const SERVER_FLAGS = ['--min-semi-space-size=8', '--max-semi-space-size=32'];
