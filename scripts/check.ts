/** Runs the static checks of `npm test`: `npm run check [-- PART_OF_A_NAME]`. */
import { runChecks } from './checks/run-checks.ts';

const { passed, failed } = await runChecks(process.argv[2]);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
