import { createError, createOk, createWarning, type Finding } from './finding.ts';

export interface ServerKeyFacts {
  /** Source of this process's server key; undefined when there is no key yet. */
  source: 'SERVER_KEY' | 'file' | undefined;
  /** Path of the key file, whether or not it exists. */
  file: string;
  /** Check value of this process's key. */
  checkValue: string | undefined;
  /** Check value of the key that the database belongs to; undefined for a new database. */
  databaseCheckValue: string | undefined;
  /** Machines on which processes of this database run. */
  hosts: number;
}

/** Judges the key that encrypts the keys in the database. */
export function checkServerKey({ source, file, checkValue, databaseCheckValue, hosts }: ServerKeyFacts): Finding {
  const check = 'Server key';
  const todo = `Set SERVER_KEY to the key of the process that started first, or restore ${file} from a backup.`;
  const name = source === 'file' ? file : 'SERVER_KEY';
  if (databaseCheckValue !== undefined && source === undefined)
    return createError(check, `The keys in the database are encrypted, and there is neither SERVER_KEY nor ${file}`, todo);
  if (databaseCheckValue !== undefined && checkValue !== databaseCheckValue)
    return createError(check, `The keys in the database are encrypted with another key than ${name}`, todo);
  if (source === undefined) return createOk(check, `The first start creates ${file}`);
  if (source === 'file' && hosts > 1)
    return createWarning(
      check,
      `Processes run on ${hosts} machines, and SERVER_KEY is not set here: ${file} protects the keys in the database`,
      `Set SERVER_KEY to the content of ${file} in every process, so that each can start with a separate data folder.`,
    );
  return createOk(check, `${name} protects the keys in the database`);
}

/** Judges where versions of the screen run that administrators uploaded. */
export function checkUploadedVersions(count: number, screenUrl: string | undefined): Finding {
  const check = 'Uploaded versions';
  if (screenUrl !== undefined) return createOk(check, `Screens have a separate origin, ${screenUrl}`);
  if (count === 0) return createOk(check, 'No version of the screen was uploaded');
  return createWarning(
    check,
    `Uploaded versions of the screen (${count}) run on the origin of the web app, where their code can reach the session of an account that signs in`,
    'Set SCREEN_URL to another host name of this server, as docs/guides/on-the-internet.md describes.',
  );
}
