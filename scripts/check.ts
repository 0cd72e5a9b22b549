/** Everything `npm test` checks without running the product: `npm run check [-- part of a name]`. */
import { runChecks } from './checks/run-checks.ts';

const { passed, failed } = await runChecks(process.argv[2]);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
