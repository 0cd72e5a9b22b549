import { findSoffice } from '../../apps/server/src/platform/media-tools/find-soffice.ts';
import { createFakeSoffice } from '../../apps/server/src/testing/fake-soffice.ts';

/** Fills memory and works until it is stopped. */
const HOSTILE_BEHAVIOUR = '{ head -c 700000000 /dev/zero; while :; do :; done; } | tail';

export interface OfficeProgram {
  env: { SOFFICE_PATH: string };
  /** Name of the program, for the report. */
  description: string;
  remove(): Promise<void>;
}

/** Returns LibreOffice where it is installed, and otherwise a program in its place that never ends. */
export async function prepareOfficeProgram(): Promise<OfficeProgram> {
  const { soffice, description } = await findSoffice(undefined, process.env['PATH'] ?? '');
  if (soffice) return { env: { SOFFICE_PATH: soffice }, description, remove: async () => undefined };
  const fake = await createFakeSoffice(HOSTILE_BEHAVIOUR);
  return { env: { SOFFICE_PATH: fake.path }, description: 'a program in the place of LibreOffice', remove: fake.remove };
}
