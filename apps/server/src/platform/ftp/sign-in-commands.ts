import { closeChannel, type FtpCommand, type FtpSession } from './ftp-session.ts';
import { replyTo } from './replies.ts';

const auth: FtpCommand = async (session, argument) => {
  const { control, services } = session;
  if (!/^(TLS|TLS-C|SSL)$/i.test(argument)) return control.reply(504, 'Only AUTH TLS is offered.');
  if (control.isSecure()) return control.reply(503, 'TLS is on already.');
  // RFC 4217, 4: an earlier sign-in was in clear text, so it has to be repeated.
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
  if (level !== 'P' && level !== 'C') return control.reply(536, 'Only PROT P and PROT C are offered.');
  if (level === 'C' && !session.services.isPlainAllowed) return control.reply(534, 'Data is transferred under TLS only: send PROT P.');
  // A channel that was opened for the other level must not be used.
  closeChannel(session);
  session.isDataProtected = level === 'P';
  return control.reply(200, level === 'P' ? 'Data connections are protected.' : 'Data connections are in the clear.');
};

const TLS_FIRST = 'Please use TLS: choose explicit FTP over TLS in your program (AUTH TLS before USER).';
const mustSecure = ({ control, services }: FtpSession) => !services.isPlainAllowed && !control.isSecure();

const user: FtpCommand = async (session, argument) => {
  if (mustSecure(session)) return session.control.reply(530, TLS_FIRST);
  if (argument === '') return session.control.reply(501, 'Say who you are: USER with your e-mail address.');
  Object.assign(session, { userName: argument, signedIn: undefined });
  return session.control.reply(331, 'Password, please.');
};

const pass: FtpCommand = async (session, password) => {
  const { control, services, userName } = session;
  if (mustSecure(session)) return control.reply(530, TLS_FIRST);
  if (userName === undefined) return control.reply(503, 'Send USER first.');
  if (session.signedIn) return control.reply(202, 'You are signed in already.');
  try {
    const signedIn = await services.signIn(control.remoteAddress, userName, password);
    if (!signedIn) return refuse(session);
    if (!services.admit(session, signedIn.userId)) return control.close(421, 'Too many connections of this account. Close one first.');
    Object.assign(session, { signedIn, folder: [] });
    return control.reply(230, 'Welcome. Each folder is one of your albums.');
  } catch (error) {
    const reply = replyTo(error);
    if (!reply) throw error;
    return control.close(reply.code, reply.text);
  }
};

async function refuse(session: FtpSession): Promise<void> {
  session.wrongPasswords++;
  session.userName = undefined;
  const text = 'Incorrect e-mail address or FTP password. Your FTP password is shown in your profile.';
  if (session.wrongPasswords >= session.services.limits.signInAttempts) return session.control.close(530, text);
  return session.control.reply(530, text);
}

/** What may be said before signing in. */
export const signInCommands: Record<string, FtpCommand> = {
  AUTH: auth,
  PBSZ: pbsz,
  PROT: prot,
  USER: user,
  PASS: pass,
  ACCT: async ({ control }) => control.reply(202, 'No account beyond USER is needed.'),
  CCC: async ({ control }) => control.reply(533, 'Commands stay protected.'),
  FEAT: async ({ control }) =>
    control.reply(211, 'Features:', 'AUTH TLS', 'PBSZ', 'PROT', 'UTF8', 'EPSV', 'EPRT', 'MDTM', 'SIZE', 'REST STREAM', 'TVFS', MLST, 'End'),
  SYST: async ({ control }) => control.reply(215, 'UNIX Type: L8'),
  HELP: async ({ control }) => control.reply(214, 'Each folder is an album: put photos and videos into one.'),
  NOOP: async ({ control }) => control.reply(200, 'Still here.'),
  OPTS: async ({ control }, argument) => {
    if (/^UTF-?8( ON)?$/i.test(argument)) return control.reply(200, 'Names are UTF-8, always.');
    if (/^MLST/i.test(argument)) return control.reply(200, 'MLST OPTS type;size;modify;perm;');
    return control.reply(501, 'This option is not known.');
  },
  QUIT: async ({ control }) => control.close(221, 'Goodbye.'),
};

const MLST = 'MLST type*;size*;modify*;perm*;';
