/**
 * Flags of the serving process; package.json contains them for `npm start`. V8 shrinks the young generation to a megabyte while idle, and a publish to five
 * thousand screens after a quiet minute then stops for a dozen collections: 0.1 s in the bench `fleet`. Therefore eight megabytes are kept. It may grow to
 * sixteen: with thirty-two, the server of five thousand playing screens takes 16 MB more and no less processor time.
 * The old generation may grow by 40 % before V8 collects it. Without a limit V8 lets it grow to a multiple after a burst: the server of five thousand playing
 * screens then took 170 MB more, and the additional collections cost no measurable time.
 */
export const SERVER_FLAGS = ['--min-semi-space-size=8', '--max-semi-space-size=16', '--heap-growing-percent=40'];
