import { isSolved, PROOF_OF_WORK, puzzleText } from '@vitrine/contract/proof-of-work';

/** Shorter than a frame, so that typing stays smooth while the puzzles are solved. */
const SLICE_MS = 10;

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Solves the puzzles of a captcha in slices on the page's own thread: about a second of work on a phone. */
export async function solveProofOfWork(captchaId: string, signal?: AbortSignal): Promise<number[]> {
  const { sha256 } = await import('@noble/hashes/sha2.js');
  const encoder = new TextEncoder();
  const isSolution = (puzzle: number, solution: number) => isSolved(sha256(encoder.encode(puzzleText(captchaId, puzzle, solution))));
  let pauseAt = performance.now() + SLICE_MS;
  const solve = async (puzzle: number): Promise<number> => {
    for (let solution = 0; ; solution++) {
      if (isSolution(puzzle, solution)) return solution;
      if (performance.now() < pauseAt) continue;
      await nextTask();
      signal?.throwIfAborted();
      pauseAt = performance.now() + SLICE_MS;
    }
  };
  const solutions: number[] = [];
  for (let puzzle = 0; puzzle < PROOF_OF_WORK.puzzles; puzzle++) solutions.push(await solve(puzzle));
  return solutions;
}

/** Solves each captcha once. A proof for an older captcha is abandoned when a newer captcha needs one. */
export function createProofs(solve = solveProofOfWork): (captchaId: string) => Promise<number[]> {
  let latest: { captchaId: string; proof: Promise<number[]>; abort: AbortController } | undefined;
  return (captchaId) => {
    if (latest?.captchaId === captchaId) return latest.proof;
    latest?.abort.abort();
    const abort = new AbortController();
    const proof = solve(captchaId, abort.signal);
    // The form reports a failure on sending; nothing awaits the early proof yet.
    proof.catch(() => undefined);
    latest = { captchaId, proof, abort };
    return proof;
  };
}

export const proofOf = createProofs();
