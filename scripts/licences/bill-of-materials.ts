/**
 * Software bill of materials in the format CycloneDX 1.5. `npm sbom --omit=dev` of npm 11 leaves out packages that are also development dependencies of
 * another workspace, and does not know the corrected licences.
 */
import { ALLOWED, findException } from './licence-policy.ts';
import type { ShippedPackage } from './shipped-packages.ts';

type Licence = { license: { id: string } } | { license: { name: string } } | { expression: string };

interface Component {
  type: 'library';
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  licenses: Licence[];
  hashes: { alg: 'SHA-512'; content: string }[];
  scope: 'required' | 'optional';
}

export function createBillOfMaterials(version: string, packages: readonly ShippedPackage[]) {
  // The same version may be in several folders.
  const components = new Map(packages.map((shipped) => [`${shipped.name}@${shipped.version}`, createComponent(shipped)]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': 'vitrine', name: 'vitrine', version, licenses: [{ license: { id: 'MIT' } }] },
    },
    components: [...components.values()],
  };
}

function createComponent(shipped: ShippedPackage): Component {
  const { name, version, integrity, isForOnePlatform } = shipped;
  const digest = integrity?.startsWith('sha512-') ? Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') : undefined;
  return {
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [describeLicence(shipped)],
    hashes: digest === undefined ? [] : [{ alg: 'SHA-512', content: digest }],
    scope: isForOnePlatform ? 'optional' : 'required',
  };
}

function describeLicence(shipped: ShippedPackage): Licence {
  const licence = findException(shipped)?.licence ?? shipped.licence ?? 'unknown';
  if (/ (AND|OR) /.test(licence)) return { expression: licence };
  return ALLOWED.has(licence) || /^(LGPL|MPL)-[\w.-]+$/.test(licence) ? { license: { id: licence } } : { license: { name: licence } };
}
