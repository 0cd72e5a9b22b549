import { createHash } from 'node:crypto';
import { createSHA256 } from 'hash-wasm';

/** State of SHA-256 after this many bytes of an upload. */
export interface HashCheckpoint {
  atBytes: number;
  state: Buffer;
}

/** The SHA-256 of an upload while its bytes come. */
export interface ResumableHash {
  addChunk(chunk: Buffer): void;
  /** Returns the state at the end of a part that was hashed. */
  at(bytes: number): Buffer;
  checkpoint(): HashCheckpoint;
  /** Returns the digest of everything; null when the beginning was not hashed. Nothing more can be hashed then. */
  digest(): string | null;
}

/** Marks a missing state. No hash can be loaded from it. */
const NO_STATE = Buffer.alloc(0);

/**
 * Continues the SHA-256 of an upload, possibly in another process. A request that announces all bytes, as most do, is hashed by Node, which takes a tenth of
 * the time; if it breaks off, the checksum is computed from the stored file at the end. For uploads in several requests the state is stored at each end of a
 * part, which hash-wasm supports and Node does not.
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
