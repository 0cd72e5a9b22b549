/** Reasons why a source could not be fetched, with the sentence that its owner reads. */
const MESSAGES = {
  addressInvalid: 'This isn’t a web address. Enter an address that starts with https:// or http://.',
  credentialsRefused: 'Addresses with a user name or password can’t be used. Remove them from the address.',
  portRefused: 'This port can’t be used. Remove the port from the address.',
  addressRefused: 'This address leads to a private network, which the operator of this installation hasn’t allowed.',
  insecureRedirect: 'The site redirects from https to an insecure http address. Enter the address that you see in your browser.',
  redirectRefused: 'The site redirects to an address that can’t be used.',
  tooManyRedirects: 'The site redirects too many times. Enter the address that you see in your browser.',
  nameUnknown: 'No site was found at this address. Check it for typing errors.',
  unreachable: 'The site can’t be reached. Check the address, or try again later.',
  certificateInvalid: 'The site’s certificate isn’t valid, so the connection isn’t secure. Ask the site’s operator to renew it.',
  timedOut: 'The site took too long to respond. Try again later.',
  tooLarge: 'The file at this address is too large.',
  incomplete: 'The site’s response was cut off or damaged. Try again later.',
  encodingUnsupported: 'The site sends its response in a compression format that isn’t supported.',
  accessDenied: 'The site refuses access to this address. Use an address that can be opened without signing in.',
  notFound: 'The site has no page at this address. Check the address.',
  statusUnexpected: 'The site responded with an error. Try again later.',
} as const;

export type FetchErrorCode = keyof typeof MESSAGES;

/** Thrown when a source could not be fetched. Neither the message nor the cause contains the address, which only the owner may see. */
export class FetchError extends Error {
  readonly code: FetchErrorCode;
  /** HTTP status of the last response, when that was the reason. */
  readonly status: number | undefined;

  constructor(code: FetchErrorCode, { status }: { status?: number } = {}) {
    super(MESSAGES[code]);
    this.name = 'FetchError';
    this.code = code;
    this.status = status;
  }
}

const NAME_ERRORS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'EAI_NODATA', 'EAI_NONAME', 'EAI_FAIL']);
const CERTIFICATE_ERROR = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT)/;
const INCOMPLETE_ERRORS = new Set([
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RESPONSE',
  'UND_ERR_SOCKET',
  'Z_DATA_ERROR',
  'Z_BUF_ERROR',
  'ERR_STREAM_PREMATURE_CLOSE',
]);
const DECODER_ERROR = /^ERR_/;
const TIMEOUT_ERROR = /^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$/;

/** Translates an error of the network. Returns an unknown one unchanged, because it is a bug of ours. */
export function toFetchError(error: Error): Error {
  if (error instanceof FetchError) return error;
  // undici passes on errors of `connect` as they are, but wraps some errors of the stream.
  if (error.cause instanceof FetchError) return error.cause;
  if (error.name === 'HTTPParserError') return new FetchError('incomplete');
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined) return error;
  if (NAME_ERRORS.has(code)) return new FetchError('nameUnknown');
  if (CERTIFICATE_ERROR.test(code)) return new FetchError('certificateInvalid');
  if (TIMEOUT_ERROR.test(code)) return new FetchError('timedOut');
  if (INCOMPLETE_ERRORS.has(code) || DECODER_ERROR.test(code)) return new FetchError('incomplete');
  return code.startsWith('E') ? new FetchError('unreachable') : error;
}
