import type { ApiPerson } from '../../../e2e/api.ts';
import type { Random } from '../../demo/random.ts';
import type { Installation } from './installation.ts';
import type { Ledger } from './ledger.ts';
import type { Wall } from './wall.ts';

/** What a round has to do with. */
export interface Cell {
  installation: Installation;
  person: ApiPerson<Installation>;
  /** Where uploads go. */
  albumId: string;
  ledger: Ledger;
  wall: Wall;
  random: Random;
}

/** Something that happens to the installation. It throws with what did not hold, and answers what is worth a word in the round's line. */
export interface Fault {
  name: string;
  run(cell: Cell): Promise<string>;
}
