import { closeChannel, type FtpCommand, type FtpSession } from './ftp-session.ts';
import { toReply } from './replies.ts';

const auth: FtpCommand = async (session, argument) => {
  const { control, services } = session;
  if (!/^(TLS|TLS-C|SSL)$/i.test(argument)) return control.reply(504, 'Only AUTH TLS is supported.');
  if (control.isSecure()) return control.reply(503, 'TLS is already active.');
  // RFC 4217, 4: an earlier sign-in was in clear text, so it must be repeated.
  Object.assign(session, { userName: undefined, signedIn: undefined, isDataProtected: false });
  closeChannel(session);
  session.tls = services.createTls();
  return control.secure(session.tls, 'Ready for TLS.');
};

const pbsz: FtpCommand = async ({ control }) =>
  control.isSecure() ? control.reply(200, 'PBSZ=0') : control.reply(503, 'Send AUTH TLS first.');

const prot: FtpCommand = async (session, argument) => {
  const { control } = session;
  if (!control.isSecure()) return control.reply(503, 'Send AUTH TLS first.');
  const level = argument.toUpperCase();
  if (level !== 'P' && level !== 'C') return control.reply(536, 'Only PROT P and PROT C are supported.');
  if (level === 'C' && !session.services.isPlainAllowed) return control.reply(534, 'Data is transferred under TLS only: send PROT P.');
  // A channel that was opened for the other level must not be used.
  closeChannel(session);
  session.isDataProtected = level === 'P';
  return control.reply(200, level === 'P' ? 'Data connections are encrypted.' : 'Data connections are not encrypted.');
};

const TLS_FIRST = 'Please use TLS: choose explicit FTP over TLS in your program (AUTH TLS before USER).';
const mustSecure = ({ control, services }: FtpSession) => !services.isPlainAllowed && !control.isSecure();

const user: FtpCommand = async (session, argument) => {
  if (mustSecure(session)) return session.control.reply(530, TLS_FIRST);
  if (argument === '') return session.control.reply(501, 'Send USER with your email address.');
  Object.assign(session, { userName: argument, signedIn: undefined });
  return session.control.reply(331, 'Password required.');
};

const pass: FtpCommand = async (session, password) => {
  const { control, services, userName } = session;
  if (mustSecure(session)) return control.reply(530, TLS_FIRST);
  if (userName === undefined) return control.reply(503, 'Send USER first.');
  if (session.signedIn) return control.reply(202, 'You’re already signed in.');
  try {
    const signedIn = await services.signIn(control.remoteAddress, userName, password);
    if (!signedIn) return refuse(session);
    if (!services.admit(session, signedIn.userId)) return control.close(421, 'Too many connections for this account. Close one first.');
    Object.assign(session, { signedIn, folder: [] });
    return control.reply(230, 'Signed in. Each folder is one of your albums.');
  } catch (error) {
    const reply = toReply(error);
    if (!reply) throw error;
    return control.close(reply.code, reply.text);
  }
};

async function refuse(session: FtpSession): Promise<void> {
  session.wrongPasswords++;
  session.userName = undefined;
  const text = 'Incorrect email address or FTP password. You can find your FTP password in your profile.';
  if (session.wrongPasswords >= session.services.limits.signInAttempts) return session.control.close(530, text);
  return session.control.reply(530, text);
}

/** Commands allowed before signing in. */
export const signInCommands: Record<string, FtpCommand> = {
  AUTH: auth,
  PBSZ: pbsz,
  PROT: prot,
  USER: user,
  PASS: pass,
  ACCT: async ({ control }) => control.reply(202, 'ACCT isn’t required.'),
  CCC: async ({ control }) => control.reply(533, 'The control connection stays encrypted.'),
  FEAT: async ({ control }) =>
    control.reply(
      211,
      'Features:',
      'AUTH TLS',
      'PBSZ',
      'PROT',
      'UTF8',
      'EPSV',
      'EPRT',
      'MDTM',
      'SIZE',
      'REST STREAM',
      'TVFS',
      MLST_FEATURE,
      'End',
    ),
  SYST: async ({ control }) => control.reply(215, 'UNIX Type: L8'),
  HELP: async ({ control }) => control.reply(214, 'Each folder is an album. Upload photos and videos to a folder.'),
  NOOP: async ({ control }) => control.reply(200, 'OK.'),
  OPTS: async ({ control }, argument) => {
    if (/^UTF-?8( ON)?$/i.test(argument)) return control.reply(200, 'UTF-8 is always on.');
    if (/^MLST/i.test(argument)) return control.reply(200, 'MLST OPTS type;size;modify;perm;');
    return control.reply(501, 'Unknown option.');
  },
  QUIT: async ({ control }) => control.close(221, 'Goodbye.'),
};

const MLST_FEATURE = 'MLST type*;size*;modify*;perm*;';
