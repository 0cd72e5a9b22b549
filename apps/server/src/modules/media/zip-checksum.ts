import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';

/** The checksums of zips, as yazl asks for them. */
interface Checksums {
  unsigned(bytes: Uint8Array, previous?: number): number;
}

/**
 * yazl takes its checksums from this package, which counts in JavaScript: a second of the thread that answers everybody for each
 * 100 MB. zlib's own is many times faster. Both are CRC-32, and zip.service.test.ts has every zip checked by `unzip`.
 */
const require = createRequire(import.meta.url);
const checksums: Checksums = require('buffer-crc32');
checksums.unsigned = (bytes, previous = 0) => crc32(bytes, previous);
