import { createHash } from 'node:crypto';
import { isSolved, PROOF_OF_WORK, puzzleText } from '@vitrine/contract/proof-of-work';
import { describe, expect, it, vi } from 'vitest';
import { createProofs, solveProofOfWork } from './proof-of-work.ts';

const CAPTCHA = 'SEfekXx_LKFVgnWOBZca9njOixHIqExIPM0SJ0eYDHup33Ld';
const digest = (text: string) => createHash('sha256').update(text).digest();

describe('solveProofOfWork', () => {
  it('finds a solution for every puzzle that the server accepts', async () => {
    const solutions = await solveProofOfWork(CAPTCHA);
    expect(solutions).toHaveLength(PROOF_OF_WORK.puzzles);
    for (const [puzzle, solution] of solutions.entries()) expect(isSolved(digest(puzzleText(CAPTCHA, puzzle, solution)))).toBe(true);
  });

  it('yields to other tasks of the page', async () => {
    const task = vi.fn();
    const timer = setInterval(task, 1);
    await solveProofOfWork(CAPTCHA);
    clearInterval(timer);
    expect(task).toHaveBeenCalled();
  });

  it('stops when it is aborted', async () => {
    const abort = new AbortController();
    const solving = solveProofOfWork(CAPTCHA, abort.signal);
    abort.abort();
    await expect(solving).rejects.toThrow();
  });
});

describe('isSolved', () => {
  it('accepts a digest with at least thirteen leading zero bits', () => {
    const digests = [
      [0, 0],
      [0, 7],
      [0, 8],
      [1, 0],
      [255, 255],
    ].map((bytes) => Uint8Array.from(bytes));
    expect(digests.map(isSolved)).toEqual([true, true, false, false, false]);
    expect(isSolved(new Uint8Array())).toBe(false);
  });
});

describe('createProofs', () => {
  it('solves a captcha once and abandons the proof for the one before', async () => {
    const solve = vi.fn(async (_captchaId: string, _signal?: AbortSignal) => [1, 2]);
    const proofOf = createProofs(solve);
    await Promise.all([proofOf('a'), proofOf('a')]);
    expect(solve).toHaveBeenCalledTimes(1);
    await proofOf('b');
    expect(solve.mock.calls.map(([captchaId, signal]) => [captchaId, signal?.aborted])).toEqual([
      ['a', true],
      ['b', false],
    ]);
  });
});
