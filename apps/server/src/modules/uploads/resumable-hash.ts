import { createHash } from 'node:crypto';
import { createSHA256 } from 'hash-wasm';

/** Where SHA-256 stands after so many bytes of an upload. */
export interface HashCheckpoint {
  atBytes: number;
  state: Buffer;
}

/** The SHA-256 of an upload while its bytes come. */
export interface ResumableHash {
  addChunk(chunk: Buffer): void;
  /** What to go on from at the end of a part that has been seen. */
  at(bytes: number): Buffer;
  checkpoint(): HashCheckpoint;
  /** Of all that was seen; null where its beginning was not. Nothing more can be seen then. */
  digest(): string | null;
}

/** In place of a state: there is none for the bytes that have come. No hash can be loaded from it. */
const NO_STATE = Buffer.alloc(0);

/**
 * SHA-256 of an upload that may go on in another process. A request that says it brings all of it, as most do, is hashed by Node itself, which takes a tenth of the
 * time; where it breaks off, the checksum is made of the stored file in the end. Of one that comes in several requests, what it has come to is kept at each
 * end of a part: hash-wasm can, and Node cannot.
 */
export async function createResumableHash(
  state: Buffer | null,
  fromBytes: number,
  partBytes: number,
  isAll: boolean,
): Promise<ResumableHash> {
  if (isAll && fromBytes === 0) return createWholeFileHash();
  if (state !== null && state.length === 0) return createByteCounter(fromBytes);
  const hash = await createSHA256();
  if (state) hash.load(state);
  else hash.init();
  let at = fromBytes;
  const marks: HashCheckpoint[] = [];
  const saveCheckpoint = (): HashCheckpoint => ({ atBytes: at, state: Buffer.from(hash.save()) });

  return {
    addChunk(chunk) {
      for (let seen = 0; seen < chunk.length; ) {
        const more = Math.min(chunk.length - seen, partBytes - (at % partBytes));
        hash.update(chunk.subarray(seen, seen + more));
        seen += more;
        at += more;
        if (at % partBytes === 0) marks.push(saveCheckpoint());
      }
    },
    at(bytes) {
      const found = marks.find(({ atBytes }) => atBytes === bytes);
      if (!found) throw new Error(`The checksum was not kept at ${bytes} bytes`);
      return found.state;
    },
    checkpoint: saveCheckpoint,
    digest: () => hash.digest('hex'),
  };
}

function createWholeFileHash(): ResumableHash {
  const hash = createHash('sha256');
  const counted = createByteCounter(0);
  return {
    ...counted,
    addChunk(chunk) {
      counted.addChunk(chunk);
      hash.update(chunk);
    },
    digest: () => hash.digest('hex'),
  };
}

function createByteCounter(fromBytes: number): ResumableHash {
  let at = fromBytes;
  return {
    addChunk: (chunk) => void (at += chunk.length),
    at: () => NO_STATE,
    checkpoint: () => ({ atBytes: at, state: NO_STATE }),
    digest: () => null,
  };
}
