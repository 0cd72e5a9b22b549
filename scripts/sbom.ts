/** Prints the software bill of materials of everything that Vitrine ships, as CycloneDX JSON: `npm run -s sbom > sbom.json`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './checks/source-files.ts';
import { createBillOfMaterials } from './licences/bill-of-materials.ts';
import { listShippedPackages, readLock } from './licences/shipped-packages.ts';

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
console.log(JSON.stringify(createBillOfMaterials(version, listShippedPackages(readLock())), null, 2));
