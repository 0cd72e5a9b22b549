import { isIP, isIPv4 } from 'node:net';
import { toIpv4Address } from './control-connection.ts';
import { connectActive } from './data-channel.ts';
import { closeChannel, type FtpCommand, type FtpSession, getChannelOptions } from './ftp-session.ts';
import { listenPassive, type PassiveChannel } from './passive-channel.ts';
import { FtpError } from './replies.ts';

const FIRST_UNPRIVILEGED_PORT = 1024;

async function makePassive(session: FtpSession): Promise<PassiveChannel> {
  closeChannel(session);
  const channel = await listenPassive(session.control.localAddress, session.services.passivePorts, getChannelOptions(session));
  // The client may have left while a port was being found.
  if (session.control.isGone()) channel.close();
  session.channel = channel;
  return channel;
}

const pasv: FtpCommand = async (session) => {
  const { control } = session;
  if (session.isExtendedOnly) return control.reply(503, 'EPSV ALL is active, so this command isn’t available.');
  if (!isIPv4(control.localAddress)) return control.reply(425, 'Use EPSV for this connection.');
  const { port } = await makePassive(session);
  const numbers = [...control.localAddress.split('.'), port >> 8, port & 0xff].join(',');
  return control.reply(227, `Entering passive mode (${numbers}).`);
};

const epsv: FtpCommand = async (session, argument) => {
  const { control } = session;
  if (argument.toUpperCase() === 'ALL') {
    session.isExtendedOnly = true;
    return control.reply(200, 'Only EPSV is accepted from now on.');
  }
  const family = isIPv4(control.localAddress) ? '1' : '2';
  if (argument !== '' && argument !== family) return control.reply(522, `Network protocol not supported. Use (${family})`);
  const { port } = await makePassive(session);
  return control.reply(229, `Entering extended passive mode (|||${port}|).`);
};

/** Only the client's own address: otherwise the server could be used to attack others (bounce attack, RFC 2577, 3). */
function makeActive(session: FtpSession, host: string, port: number): Promise<void> {
  const { control } = session;
  if (session.isExtendedOnly) return control.reply(503, 'EPSV ALL is active, so this command isn’t available.');
  if (isIP(host) === 0 || toIpv4Address(host) !== control.remoteAddress)
    throw new FtpError(504, 'Data connections are limited to your own address.');
  if (!(port >= FIRST_UNPRIVILEGED_PORT && port <= 65_535)) throw new FtpError(504, 'Data connections to this port are not allowed.');
  closeChannel(session);
  session.channel = connectActive(port, control.localAddress, getChannelOptions(session));
  return control.reply(200, 'PORT command successful.');
}

const port: FtpCommand = async (session, argument) => {
  const numbers = /^\d{1,3}(,\d{1,3}){5}$/.test(argument) ? argument.split(',').map(Number) : [];
  if (numbers.length !== 6 || numbers.some((number) => number > 255)) throw new FtpError(501, 'Six numbers are required.');
  const [high = 0, low = 0] = numbers.slice(4);
  return makeActive(session, numbers.slice(0, 4).join('.'), high * 256 + low);
};

const eprt: FtpCommand = async (session, argument) => {
  const [, family, host = '', number = ''] = argument.split(argument[0] ?? '|');
  if (family !== '1' && family !== '2') return session.control.reply(522, 'Network protocol not supported. Use (1,2)');
  return makeActive(session, host, /^\d{1,5}$/.test(number) ? Number(number) : 0);
};

export const channelCommands: Record<string, FtpCommand> = { PASV: pasv, EPSV: epsv, PORT: port, EPRT: eprt };
