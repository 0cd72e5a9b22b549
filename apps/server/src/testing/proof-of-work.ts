import { hash } from 'node:crypto';
import { isSolved, PROOF_OF_WORK, puzzleText } from '@vitrine/contract/proof-of-work';

/** Solves the puzzles of a captcha like the contact form does. */
export const solvePuzzles = (captchaId: string): number[] =>
  Array.from({ length: PROOF_OF_WORK.puzzles }, (_, puzzle) => {
    for (let solution = 0; ; solution++) if (isSolved(hash('sha256', puzzleText(captchaId, puzzle, solution), 'buffer'))) return solution;
  });
