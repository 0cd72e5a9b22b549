import type { Socket } from 'node:net';
import { channelCommands } from './channel-commands.ts';
import { createControlConnection } from './control-connection.ts';
import { createSession, endSession, type FtpCommand, type FtpServices, type FtpSession } from './ftp-session.ts';
import { toReply } from './replies.ts';
import { signInCommands } from './sign-in-commands.ts';
import { transferCommands } from './transfer-commands.ts';
import { treeCommands } from './tree-commands.ts';

/** Maximum number of commands that a client may send without waiting for replies. */
const MAX_WAITING = 32;

const SIGNED_IN_COMMANDS = new Map<string, FtpCommand>(Object.entries({ ...treeCommands, ...channelCommands, ...transferCommands }));
const PUBLIC_COMMANDS = new Map<string, FtpCommand>(Object.entries(signInCommands));

export interface FtpConnection {
  /** Sends the reason to the client and ends running transfers; resolves when no command is running. */
  end(code: number, text: string): Promise<void>;
  session: FtpSession;
}

/** Serves one client: its commands one after another, except ABOR, which is read during a transfer. */
export function serveConnection(socket: Socket, services: FtpServices, onEnd: () => void): FtpConnection {
  const waiting: string[] = [];
  let running: Promise<void> | undefined;

  const onLine = (line: string) => {
    if (waiting.length >= MAX_WAITING) return control.close(421, 'Too many commands at the same time.');
    waiting.push(line);
    if (/^ABOR\s*$/i.test(line)) session.abort?.();
    running ??= runAll().finally(() => {
      running = undefined;
    });
  };
  const onIdle = () => {
    if (!running) control.close(421, 'Connection timed out. Goodbye.');
  };
  const control = createControlConnection(socket, services.limits.idleMs, { onLine, onIdle });
  const session = createSession(control, services);
  const runAll = async () => {
    for (let line = waiting.shift(); line !== undefined && !control.isGone(); line = waiting.shift()) {
      // Discard commands that were sent unencrypted before TLS started.
      if (/^AUTH\b/i.test(line)) waiting.length = 0;
      await runCommand(session, line);
    }
  };

  const signInTimer = setTimeout(() => {
    if (!session.signedIn) control.close(421, 'Sign-in timed out.');
  }, services.limits.signInMs);
  void control.gone.then(async () => {
    clearTimeout(signInTimer);
    endSession(session);
    await running;
    // The running command may have opened a new data channel.
    endSession(session);
    onEnd();
  });
  void control.reply(220, 'Vitrine is ready. Use TLS (AUTH TLS).');

  return {
    session,
    async end(code, text) {
      control.close(code, text);
      endSession(session);
      await running;
    },
  };
}

async function runCommand(session: FtpSession, line: string): Promise<void> {
  const { control, services } = session;
  const [, name = '', argument = ''] = /^(\S*) ?(.*)$/s.exec(line) ?? [];
  const verb = name.toUpperCase();
  try {
    const command = PUBLIC_COMMANDS.get(verb) ?? SIGNED_IN_COMMANDS.get(verb);
    if (!command) return await control.reply(502, 'Command not supported.');
    if (SIGNED_IN_COMMANDS.has(verb) && !session.signedIn) return await control.reply(530, 'Sign in first.');
    await command(session, argument);
  } catch (error) {
    const reply = toReply(error);
    if (!reply) services.log.error({ err: error, command: verb }, 'an FTP command failed');
    await control.reply(reply?.code ?? 451, reply?.text ?? 'Something went wrong on our side. We’ve logged the error. Try again later.');
  }
}
