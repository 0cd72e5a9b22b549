import type { TreeEntry, TreePath } from './file-tree.ts';
import { type FtpCommand, type FtpSession, getTree } from './ftp-session.ts';
import { formatFacts, formatTimeVal } from './listing.ts';
import { FtpError } from './replies.ts';
import { formatPath, quotePath, resolvePath } from './tree-path.ts';

const NOT_FOUND_MESSAGE = 'File or folder not found.';

async function findEntry(session: FtpSession, path: TreePath): Promise<TreeEntry> {
  const entry = await getTree(session).find(path);
  if (!entry) throw new FtpError(550, NOT_FOUND_MESSAGE);
  return entry;
}

/** Resolves the argument to a path; throws when it is missing. */
export function resolveArgument(session: FtpSession, argument: string): TreePath {
  if (argument === '') throw new FtpError(501, 'Specify a file or folder.');
  return resolvePath(session.folder, argument);
}

const changeFolder = async (session: FtpSession, path: TreePath) => {
  const entry = await findEntry(session, path);
  if (entry.kind !== 'folder') throw new FtpError(550, 'Not a folder.');
  session.folder = path;
  await session.control.reply(250, `Current folder: ${formatPath(path)}`);
};

const cwd: FtpCommand = (session, argument) => changeFolder(session, resolveArgument(session, argument));
const cdup: FtpCommand = (session) => changeFolder(session, session.folder.slice(0, -1));
const pwd: FtpCommand = ({ control, folder }) => control.reply(257, `${quotePath(folder)} is the current folder.`);

const mkd: FtpCommand = async (session, argument) => {
  const path = resolveArgument(session, argument);
  await getTree(session).makeFolder(path);
  await session.control.reply(257, `${quotePath(path)} created.`);
};

const rmd: FtpCommand = async (session, argument) => {
  await getTree(session).removeFolder(resolveArgument(session, argument));
  await session.control.reply(250, 'The album was deleted.');
};

const dele: FtpCommand = async (session, argument) => {
  await getTree(session).removeFile(resolveArgument(session, argument));
  await session.control.reply(250, 'The file was deleted.');
};

const rnfr: FtpCommand = async (session, argument) => {
  const path = resolveArgument(session, argument);
  await findEntry(session, path);
  session.renameFrom = path;
  await session.control.reply(350, 'Ready for RNTO.');
};

const rnto: FtpCommand = async (session, argument) => {
  const from = session.renameFrom;
  session.renameFrom = undefined;
  if (!from) return session.control.reply(503, 'Send RNFR first.');
  await getTree(session).rename(from, resolveArgument(session, argument));
  return session.control.reply(250, 'Renamed.');
};

async function findFile(session: FtpSession, argument: string): Promise<TreeEntry> {
  const entry = await findEntry(session, resolveArgument(session, argument));
  if (entry.kind !== 'file') throw new FtpError(550, 'This is a folder.');
  return entry;
}

const size: FtpCommand = async (session, argument) => session.control.reply(213, String((await findFile(session, argument)).sizeBytes));
const mdtm: FtpCommand = async (session, argument) =>
  session.control.reply(213, formatTimeVal((await findFile(session, argument)).modifiedAt));

const mlst: FtpCommand = async (session, argument) => {
  const path = resolvePath(session.folder, argument);
  const entry = await findEntry(session, path);
  return session.control.reply(250, formatPath(path), formatFacts({ ...entry, name: formatPath(path) }), 'End');
};

export const treeCommands: Record<string, FtpCommand> = {
  CWD: cwd,
  XCWD: cwd,
  CDUP: cdup,
  XCUP: cdup,
  PWD: pwd,
  XPWD: pwd,
  MKD: mkd,
  XMKD: mkd,
  RMD: rmd,
  XRMD: rmd,
  DELE: dele,
  RNFR: rnfr,
  RNTO: rnto,
  SIZE: size,
  MDTM: mdtm,
  MLST: mlst,
};
