import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { TreeEntry, TreeUpload } from './file-tree.ts';
import { type FtpCommand, type FtpSession, getTree } from './ftp-session.ts';
import { formatFacts, formatLongLine } from './listing.ts';
import { FtpError, toReply } from './replies.ts';
import { resolveArgument } from './tree-commands.ts';
import { resolvePath } from './tree-path.ts';

/** For a client to read a refusal. */
const REPLY_READ_MS = 500;
const INTERRUPTED_MESSAGE = 'The transfer was interrupted.';

interface Transfer {
  socket: Socket;
  /** Throws when the client aborted or disconnected. */
  assertWanted: () => void;
}

/** Opens the data connection, runs `work` with it, and replies with the result. */
async function transfer(session: FtpSession, opening: string, work: (transfer: Transfer) => Promise<string>): Promise<void> {
  const { control, channel } = session;
  if (!channel) throw new FtpError(425, 'Send PASV or EPSV first.');
  let isAborted = false;
  const assertNotAborted = () => {
    if (isAborted || control.isGone()) throw new FtpError(426, INTERRUPTED_MESSAGE);
  };
  session.abort = () => {
    isAborted = true;
    channel.close();
  };
  let socket: Socket | undefined;
  try {
    await control.reply(150, opening);
    socket = await channel.open();
    await control.reply(226, await work({ socket, assertWanted: assertNotAborted }));
  } catch (error) {
    // Clients that see their data connection break first never read why.
    if (socket && !isAborted && toReply(error)) setTimeout(() => channel.close(), REPLY_READ_MS);
    else channel.close();
    assertNotAborted();
    throw isNetworkError(error) ? new FtpError(426, INTERRUPTED_MESSAGE, { cause: error }) : error;
  } finally {
    session.abort = undefined;
    // After a success it is the client who closes: what was sent may still be on its way to them.
    session.channel = undefined;
  }
}

const networkCodes = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED']);
const isNetworkError = (error: unknown) => networkCodes.has((error as NodeJS.ErrnoException).code ?? '');

async function send(source: Readable | string[], socket: Socket): Promise<string> {
  // Read to its end, or the client's closing would never be noticed.
  socket.resume();
  await pipeline(source, socket);
  return 'Directory sent.';
}

const list = (format: (entry: TreeEntry) => string, readsOptions: boolean): FtpCommand => {
  return async (session, argument) => {
    // `LIST -la` is what many clients send, without meaning a folder of that name.
    const given = readsOptions ? argument.replace(/^(-\S*\s*)+/, '') : argument;
    const path = resolvePath(session.folder, given);
    const tree = getTree(session);
    const found = await tree.find(path);
    if (!found) throw new FtpError(550, 'File or folder not found.');
    const entries = found.kind === 'folder' ? await tree.list(path) : [found];
    const text = entries.map((entry) => `${format(entry)}\r\n`).join('');
    await transfer(session, 'Sending directory listing.', ({ socket }) => send([text], socket));
  };
};

const retr: FtpCommand = async (session, argument) => {
  const path = resolveArgument(session, argument);
  const { startByte } = session;
  session.startByte = 0;
  const tree = getTree(session);
  if (!session.channel) throw new FtpError(425, 'Send PASV or EPSV first.');
  const source = await tree.read(path, startByte);
  try {
    await transfer(session, 'Sending file.', ({ socket }) => send(source, socket));
  } finally {
    source.destroy();
  }
};

const stor: FtpCommand = async (session, argument) => {
  const path = resolveArgument(session, argument);
  const { startByte, expectedBytes } = session;
  Object.assign(session, { startByte: 0, expectedBytes: undefined });
  if (startByte > 0) throw new FtpError(554, 'Uploads can’t be resumed. Start again from the beginning.');
  const tree = getTree(session);
  if (!session.channel) throw new FtpError(425, 'Send PASV or EPSV first.');
  const upload = await tree.beginUpload(path, expectedBytes);
  try {
    await transfer(session, 'Ready to receive data.', (running) => receiveUpload(session, upload, running));
  } catch (error) {
    await upload.discard();
    throw error;
  }
};

async function receiveUpload({ control, services }: FtpSession, upload: TreeUpload, { socket, assertWanted }: Transfer): Promise<string> {
  await upload.receive(socket);
  // The end of the data is all that says a file is whole, and it also comes when the client dies. Then its other
  // connection ends at the same moment, so a short while later we know.
  await Promise.race([control.gone, delay(services.limits.abortGraceMs)]);
  assertWanted();
  await upload.commit();
  return 'File saved to the album.';
}

const rest: FtpCommand = async (session, argument) => {
  const startByte = Number(argument);
  if (!/^\d{1,15}$/.test(argument)) return session.control.reply(501, 'A byte offset is required.');
  session.startByte = startByte;
  return session.control.reply(350, `The next transfer starts at ${startByte}.`);
};

const allo: FtpCommand = async (session, argument) => {
  const bytes = /^\d{1,15}/.exec(argument)?.[0];
  if (bytes === undefined) return session.control.reply(501, 'A byte count is required.');
  session.expectedBytes = Number(bytes);
  return session.control.reply(200, 'OK.');
};

/** Bytes are transferred unchanged in every mode. */
const createAcceptCommand = (pattern: RegExp): FtpCommand => {
  return async ({ control }, argument) => (pattern.test(argument) ? control.reply(200, 'OK.') : control.reply(504, 'Not supported.'));
};

const longList = list((entry) => formatLongLine(entry, new Date()), true);

export const transferCommands: Record<string, FtpCommand> = {
  LIST: longList,
  NLST: list((entry) => entry.name, true),
  MLSD: list(formatFacts, false),
  RETR: retr,
  STOR: stor,
  APPE: stor,
  REST: rest,
  ALLO: allo,
  TYPE: createAcceptCommand(/^(I|A( N)?|L 8)$/i),
  STRU: createAcceptCommand(/^F$/i),
  MODE: createAcceptCommand(/^S$/i),
  ABOR: async ({ control }) => control.reply(226, 'No transfer in progress.'),
};
